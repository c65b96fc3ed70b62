import { changes } from './change';
import { life } from './life';
import { loss } from './loss';

export const scenarios = [...life, ...loss, ...changes];
