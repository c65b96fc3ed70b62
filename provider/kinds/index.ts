export { kinds } from './all';
