import { valueIssues, type Issue, type IssueDetails } from '../issue.ts';
import { listParameters, queryableSystemFields } from '../names/reserved.ts';
import { camelCaseOf } from '../names/casing.ts';
import { own } from '../plain.ts';
import type { Endpoint, Resource } from '../schema.ts';
import { shown } from '../shown.ts';
import { memberNames } from './rows.ts';
import type { CheckContext } from './check-context.ts';
import { unknownField } from './unique.ts';

type Use = 'filter' | 'sort';

/** Types whose values are never compared with a query. */
const unsearchable = new Set<string>(['text', 'json', 'binary', 'array', 'object']);
/** Types that have values but no order that would mean something to a reader. */
const unordered = new Set<string>([...unsearchable, 'boolean', 'reference', 'uuid', 'duration']);

const parameters: ReadonlySet<string> = new Set(listParameters);
const system: ReadonlySet<string> = new Set(queryableSystemFields);

/** Lists are filtered and sorted by fields that exist, can be compared and may be seen. */
export function queryIssues(
  context: CheckContext,
  name: string,
  endpoint: Endpoint,
  resource: Resource,
): Issue[] {
  const known = [...new Set([...memberNames(context, name), ...queryableSystemFields])];
  const uses: readonly Use[] = ['filter', 'sort'];
  return uses.flatMap((use) =>
    (endpoint[use] ?? []).flatMap((field, position) => {
      const details = known.includes(field)
        ? validateUse(use, field, name, resource)
        : unknownField(field, known);
      return valueIssues(['endpoints', name, use, position], details);
    }),
  );
}

function validateUse(
  use: Use,
  name: string,
  resourceName: string,
  resource: Resource,
): IssueDetails | undefined {
  if (system.has(name)) return undefined;
  if (use === 'filter' && parameters.has(name)) {
    const other = camelCaseOf(`${resourceName}-${name}`);
    const message = `?${name}= has a meaning of its own in every list, so no filter can be called ${shown(name)}; call the field something else, such as ${shown(other)}, or leave it out of the filters (lists are sorted by it as by any other field)`;
    return { code: 'name-reserved', message };
  }
  const field = own(resource.fields, name);
  if (field === undefined) return undefined;
  if (field.writeOnly === true) {
    const message = `${shown(name)} is write-only, and a ${use} would give its values away`;
    return { code: 'write-only', message };
  }
  if ('readableBy' in field && field.readableBy?.length === 0) {
    const message = `${shown(name)} is never shown (readableBy: []), so no caller could use the ${use}; leave it out, or say who may read it`;
    return { code: 'contradiction', message };
  }
  const refused = use === 'filter' ? unsearchable : unordered;
  if (!refused.has(field.type)) return undefined;
  const what = use === 'filter' ? 'lists are not narrowed by it' : 'its values have no order';
  return {
    code: 'not-comparable',
    message: `${shown(name)} is of the type "${field.type}": ${what}`,
  };
}
