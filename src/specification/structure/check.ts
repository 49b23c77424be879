import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Fault, Path } from '../fault.ts';
import { explain } from './explain.ts';
import { isLater } from './later.ts';
import { pathOf } from './locate.ts';

/** What in the value differs from the schema: one fault for each mistake, of which the validator may find several. */
export function structureFaults(value: unknown, errors: readonly ErrorObject[]): Fault[] {
  const seen = new Set<string>();
  return errors.flatMap((error) => {
    const fault = explain(error, pathOf(error, value));
    if (fault === undefined || isReservedEndpoint(fault.path)) return [];
    const place = JSON.stringify(fault.path);
    if (seen.has(place)) return [];
    seen.add(place);
    return [fault];
  });
}

/** Keys beside the resources in `endpoints` are judged with the names of resources. */
function isReservedEndpoint([section, key]: Path): boolean {
  return section === 'endpoints' && typeof key === 'string' && isLater(['endpoints'], key);
}
