import { historyOf } from '../../specification/resolve/history.ts';
import { fieldOf, type Table } from '../table.ts';
import { oneOf, type Asking } from '../../evolution/asking.ts';
import type { KnownChanges } from './known-changes.ts';

/** A table as it was and as it is; one of the two is undefined where it is new or gone. */
export interface TablePair {
  readonly before: Table | undefined;
  readonly present: Table | undefined;
}

/** A former name that nothing had. */
export interface WrongName {
  /** The key of the specification. */
  readonly place: string;
  readonly message: string;
}

export interface TableMatch {
  readonly pairs: readonly TablePair[];
  /** Present singular names by the former ones. */
  readonly resources: ReadonlyMap<string, string>;
  /** Former names that nothing had. */
  readonly wrong: readonly WrongName[];
}

/** Which table is which: the library's own by their names, those of resources by the resource. */
export function matchTables(
  before: readonly Table[],
  present: readonly Table[],
  known: KnownChanges,
  asked: Asking,
): TableMatch {
  const former = new Map(
    before.flatMap((table) => (table.resource ? [[table.resource, table]] : [])),
  );
  const now = new Set(present.map(({ resource }) => resource));
  const wrong: WrongName[] = [];
  const formerName = new Map<string, string>();
  const isFree = (name: string) => former.has(name) && !now.has(name);
  for (const { resource } of present) {
    if (resource === undefined || former.has(resource)) continue;
    const said = known.resources.get(resource);
    if (said !== undefined && isFree(said.value)) formerName.set(resource, said.value);
    else if (said?.place !== undefined && before.length > 0) {
      wrong.push({ place: said.place, message: `there was no resource "${said.value}"` });
    }
  }
  const taken = () => new Set(formerName.values());
  for (const table of present) {
    const { resource } = table;
    if (resource === undefined || former.has(resource) || formerName.has(resource)) continue;
    if (known.resources.has(resource) || isHistoryOf(resource, present)) continue;
    const candidates = [...former.values()].filter(
      (each) =>
        isFree(each.resource ?? '') && !taken().has(each.resource ?? '') && each.isKept !== true,
    );
    const answer = askWhetherRenamed(table, candidates, asked);
    if (answer !== undefined && answer !== null) formerName.set(resource, answer);
  }
  // A history goes with the resource whose transitions it keeps.
  for (const [name, was] of new Map(formerName)) {
    if (now.has(historyOf(name)) && isFree(historyOf(was))) {
      formerName.set(historyOf(name), historyOf(was));
    }
  }
  const beforeOf = ({ name, resource }: Table) =>
    resource === undefined
      ? before.find((each) => each.resource === undefined && each.name === name)
      : former.get(formerName.get(resource) ?? resource);
  const pairs = present.map((table): TablePair => ({ before: beforeOf(table), present: table }));
  const matched = new Set(pairs.map((pair) => pair.before));
  return {
    pairs: [
      ...pairs,
      ...before
        .filter((table) => !matched.has(table))
        .map((table): TablePair => ({ before: table, present: undefined })),
    ],
    resources: new Map(
      pairs.flatMap(({ before: was, present: is }) =>
        was?.resource && is?.resource ? [[was.resource, is.resource]] : [],
      ),
    ),
    wrong,
  };
}

function isHistoryOf(resource: string, present: readonly Table[]): boolean {
  return present.some((each) => each.resource && historyOf(each.resource) === resource);
}

/** Asked where at least half of the fields are those of a resource that is gone. */
function askWhetherRenamed(
  table: Table,
  candidates: readonly Table[],
  asked: Asking,
): string | null | undefined {
  const names = fieldNames(table);
  const alike = candidates.filter((each) => {
    const others = fieldNames(each);
    const common = [...names].filter((name) => others.has(name)).length;
    return common * 2 >= Math.max(names.size, others.size);
  });
  if (alike.length === 0) return null;
  const former = alike.map(({ resource = '' }) => resource);
  const place = `resources.${table.resource}.renamedFrom`;
  const question = {
    place,
    text: `Was the resource "${table.resource}" called ${former.map((name) => `"${name}"`).join(' or ')} before?`,
    help: 'The former name, and its rows become rows of the new resource; or null for a new resource without rows.',
    choices: [
      ...former.map((name) => ({ value: name, says: `"${name}" is its former name` })),
      { value: null, says: 'it is new, and the rows of the other one go' },
    ],
    isOpen: false,
  };
  return asked.ask<string | null>(question, (answer) =>
    answer === null ? { value: null } : oneOf(former)(answer),
  );
}

function fieldNames({ columns }: Table): ReadonlySet<string> {
  return new Set([...columns.values()].flatMap((column) => fieldOf(column)?.field ?? []));
}
