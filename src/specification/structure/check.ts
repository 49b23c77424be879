import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Issue, Path } from '../issue.ts';
import { explain } from './explain.ts';
import { isLater } from './later.ts';
import { pathOf } from './locate.ts';

/** What in the value differs from the schema: one issue for each mistake, of which the validator may find several. */
export function structureIssues(value: unknown, errors: readonly ErrorObject[]): Issue[] {
  const seen = new Set<string>();
  return errors.flatMap((error) => {
    const issue = explain(error, pathOf(error, value));
    if (issue === undefined || isReservedEndpoint(issue.path)) return [];
    const place = JSON.stringify(issue.path);
    if (seen.has(place)) return [];
    seen.add(place);
    return [issue];
  });
}

/** Keys beside the resources in `endpoints` are checked with the names of resources. */
function isReservedEndpoint([section, key]: Path): boolean {
  return section === 'endpoints' && typeof key === 'string' && isLater(['endpoints'], key);
}
