import { camelCaseOf, snakeCase } from '../names/casing.ts';
import * as reserved from '../names/reserved.ts';

const variables: ReadonlySet<string> = new Set([
  ...reserved.languageWords,
  ...reserved.operationNames,
]);
const served: ReadonlySet<string> = new Set(reserved.servedCollections);
const tables: ReadonlySet<string> = new Set(reserved.serviceTables);

/** What already has the path, the table or the variable of a collection; undefined where they are free. */
export function collectionTaken(plural: string): string | undefined {
  if (served.has(plural)) return `the service serves /${plural} itself`;
  if (/^v[0-9]+(-[0-9]{2}-[0-9]{2})?$/.test(plural)) return 'it is how addresses name a version';
  if (tables.has(snakeCase(plural)))
    return `the service has a table ${snakeCase(plural)} of its own`;
  return variables.has(camelCaseOf(plural)) ? 'it is a word of the generated code' : undefined;
}
