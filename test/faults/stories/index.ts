import { alone } from './alone';
import { changes } from './change';
import { clusters } from './cluster';
import { life } from './life';
import { loss } from './loss';

export const scenarios = [...life, ...loss, ...changes, ...clusters, ...alone];
