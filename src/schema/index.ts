export { type CustomResourceDefinition, crds, customResourceDefinition } from './crd';
export { schemas } from './generated';
export type { KindSchema, PrinterColumn, Schema, ValidationRule } from './types';
