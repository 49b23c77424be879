/** Casing, plurals and the names that are taken, for everything that makes names out of the specification. */
export { camelCaseOf, kebabCaseOf, pascalCase, snakeCase, titleOf } from './names/casing.ts';
export { pluralOf, singularOf } from './names/plural.ts';
export * as reserved from './names/reserved.ts';
