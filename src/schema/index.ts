export { type CustomResourceDefinition, crds, customResourceDefinition } from './crd';
export { applyDefaults } from './defaults';
export { type FieldError, type FieldErrorType, formatCause, formatError, type StatusCause } from './field-error';
export { schemas } from './generated';
export { type Pruned, prune } from './prune';
export { ruleProblems, validateRules } from './rules';
export { validateStructure } from './structure';
export type { KindSchema, PrinterColumn, Schema, ValidationRule } from './types';
export { validateObject } from './validate';
