import { camelCaseOf } from '../names/casing.ts';
import * as reserved from '../names/reserved.ts';

const variables: ReadonlySet<string> = new Set([
  ...reserved.languageWords,
  ...reserved.operationNames,
]);
const served: ReadonlySet<string> = new Set(reserved.servedCollections);

/** What already has the path or the variable of a collection; undefined where they are free. */
export function collectionTaken(plural: string): string | undefined {
  if (served.has(plural)) return `the service serves /${plural} itself`;
  if (/^v[0-9]+(-[0-9]{2}-[0-9]{2})?$/.test(plural)) return 'it is how addresses name a version';
  return variables.has(camelCaseOf(plural)) ? 'it is a word of the generated code' : undefined;
}
