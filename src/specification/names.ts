/** Casing, plurals and the names that are taken, for everything that makes names out of the specification. */
export { parentIdOf } from './answers/field-name.ts';
export { camelCaseOf, kebabCaseOf, pascalCase, snakeCase, titleOf } from './names/casing.ts';
export { pluralOf, singularOf } from './names/plural.ts';
export * as reserved from './names/reserved.ts';
export { builtInProblemCodes } from './names/reserved.ts';
export { verbOf } from './names/verbs.ts';
