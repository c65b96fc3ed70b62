import { join } from 'node:path';
import { deployment } from './generate/deploy';
import { picture } from './generate/picture';
import { reference } from './generate/reference';
import { write } from './generate/write';

// A process of its own: what the first one generates is loaded here anew.
write(new Map([...deployment(), ...picture(), ...reference(join(__dirname, '..'))]));
