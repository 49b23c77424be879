import { camelCaseOf, pascalCase, snakeCase } from '../names/casing.ts';
import * as reserved from '../names/reserved.ts';

const languageWords: ReadonlySet<string> = new Set(reserved.languageWords);
const platformTypes: ReadonlySet<string> = new Set(reserved.platformTypes);
const generatedTypes: ReadonlySet<string> = new Set(reserved.generatedTypes);
const served: ReadonlySet<string> = new Set(reserved.servedCollections);
const tables: ReadonlySet<string> = new Set(reserved.serviceTables);

/** What already has the variable or the type that a name in kebab-case would become; undefined where it is free. */
export function identifierTaken(name: string): string | undefined {
  if (languageWords.has(camelCaseOf(name))) return 'a word of the language TypeScript';
  const type = pascalCase(name);
  if (platformTypes.has(type))
    return `the type ${type} of JavaScript, which the generated code uses`;
  if (generatedTypes.has(type)) return `the type ${type} of the generated code itself`;
  return undefined;
}

/** What already has the path, the table or the identifiers of a collection; undefined where they are free. */
export function collectionTaken(plural: string): string | undefined {
  if (served.has(plural)) return `the service serves /${plural} itself`;
  if (/^v[0-9]+$/.test(plural)) return 'under the strategy uri-path it is a version';
  if (tables.has(snakeCase(plural)))
    return `the service has a table ${snakeCase(plural)} of its own`;
  const identifier = identifierTaken(plural);
  return identifier === undefined ? undefined : `it is ${identifier}`;
}
