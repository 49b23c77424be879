import { sampleOf, samplesOf } from '../../model/samples/sample.ts';
import type { ResolvedField } from '../../specification/index.ts';
import { validateValue } from '../../specification/values/value.ts';
import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';
import { convertedPaths } from '../compose/converted.ts';
import { customOperationInputs } from '../compose/custom-operations.ts';
import { evaluateAll } from '../compose/evaluate.ts';
import { older as olderRoot, sources } from '../compose/expression.ts';
import { segmentsOf, type Member } from '../compose/members.ts';
import { fieldsOf } from '../compose/shape.ts';
import { customOperationAlong, namesAlong } from '../compose/walk.ts';

/** Values of a member of the older version, by what the newest one can hold. */
export interface ConvertibleValues {
  /** Some that become one of the newest version. */
  readonly taken: readonly unknown[];
  /** One that becomes none; absent: none was found. */
  readonly refused?: unknown;
}

/** How many values of each field are looked at. */
const tries = 12;

/** Members of the older version of which the newest one cannot hold every value, because it has another type there. */
export function convertibleMembers(
  { steps, newest, specification }: ComposedVersion,
  { newest: name, older, up, down }: ComposedResource,
): Record<string, ConvertibleValues> {
  const fields = fieldsOf(newest, name);
  const operations = (namesAlong(steps, name) ?? []).map((link) => link.operations);
  const converted = new Set(
    convertedPaths(operations, fields).map((path) => segmentsOf(path)[0]?.name ?? ''),
  );
  const made = newestOf(up, fields).filter((member) => converted.has(member.name));
  const formerFields = fieldsOf(specification, older);
  const rows = Array.from({ length: tries }, (_, index) =>
    evaluateAll(down, {
      newest: [
        Object.fromEntries(
          Object.entries(fields).map(([each, field]) => [each, sampleOf(field, index, each)]),
        ),
      ],
    }),
  );
  return Object.fromEntries(
    [...bySource(made)].flatMap(([source, members]): [string, ConvertibleValues][] => {
      const field = formerFields[source];
      if (field === undefined || field.readOnly) return [];
      const isRefusedIn = (value: unknown) =>
        members.some((member) => isRefused(member, source, value));
      const taken = distinct(rows.map((row) => row[source])).filter(
        (value) => isValid(field, value) && !isRefusedIn(value),
      );
      const refused = [...samplesOf(field, source, tries), ...longestOf(field)].find(
        (value) => isValid(field, value) && isRefusedIn(value),
      );
      if (taken.length === 0) return [];
      return [[source, { taken, ...(refused === undefined ? {} : { refused }) }]];
    }),
  );
}

/** A text of the greatest length, which samples do not have; none where it would be very long. */
function longestOf(field: ResolvedField): string[] {
  const isText = field.type === 'string' || field.type === 'text';
  return isText && field.maxLength <= longest ? ['x'.repeat(field.maxLength)] : [];
}

const longest = 1000;

/** Members of the newest version by each member of the older one that they are made of: a text that is split becomes several. */
function bySource(made: readonly Member[]): Map<string, Member[]> {
  const found = new Map<string, Member[]>();
  for (const member of made) {
    for (const source of sourcesIn(member)) {
      found.set(source, [...(found.get(source) ?? []), member]);
    }
  }
  return found;
}

/** The same of what transitions and actions are sent, by their names in the older version; those where there is nothing to say are left out. */
export function convertibleInputs(
  { steps, newest, specification }: ComposedVersion,
  { newest: name, older, customOperations }: ComposedResource,
): Record<string, Record<string, ConvertibleValues>> {
  const links = namesAlong(steps, name) ?? [];
  const now = customOperationInputs(newest, name);
  const then = customOperationInputs(specification, older);
  return Object.fromEntries(
    customOperations.flatMap((each) => {
      const inputs = now[each.newest] ?? {};
      const along = customOperationAlong(links, each.newest) ?? [];
      const paths = convertedPaths(
        along.map(({ operations }) => operations),
        inputs,
      );
      const converted = new Set(paths.map((path) => segmentsOf(path)[0]?.name ?? ''));
      const made = newestOf(each.up, inputs).filter((member) => converted.has(member.name));
      const members = [...bySource(made)].flatMap(
        ([source, all]): [string, ConvertibleValues][] => {
          const field = then[each.older]?.[source];
          if (field === undefined) return [];
          const taken = distinct(all.flatMap((member) => writtenAs(field, member))).filter(
            (value) =>
              isValid(field, value) && !all.some((member) => isRefused(member, source, value)),
          );
          return taken.length === 0 ? [] : [[source, { taken }]];
        },
      );
      return members.length === 0 ? [] : [[each.older, Object.fromEntries(members)] as const];
    }),
  );
}

/** Members with the fields that the newest version has: operations do not say all of them. */
function newestOf(
  members: readonly Member[],
  fields: Readonly<Record<string, ResolvedField>>,
): Member[] {
  return members.map((member) => ({ ...member, field: fields[member.name] ?? member.field }));
}

/** Values of the older type that may become one of the newest version: nothing shows inputs, so no step says which do. */
function writtenAs(field: ResolvedField, { name, field: now }: Member): unknown[] {
  const values = [...samplesOf(now, name, tries), ...samplesOf(field, name, tries)];
  return distinct(values.flatMap((value) => [value, String(value), Number(value), [value]]));
}

/** Members of the older version that a member of the newest one is made of. */
function sourcesIn({ expression }: Member): string[] {
  return [
    ...new Set(
      sources(expression, olderRoot).flatMap((each) => {
        let at = each;
        while (at.kind === 'member' && at.of.kind === 'member') at = at.of;
        return at.kind === 'member' ? [at.name] : [];
      }),
    ),
  ];
}

function isValid(field: ResolvedField, value: unknown): boolean {
  return value !== undefined && value !== null && validateValue(field, value) === undefined;
}

function isRefused(member: Member, source: string, value: unknown): boolean {
  const { [member.name]: now } = evaluateAll([member], { older: [{ [source]: value }] });
  return now !== undefined && validateValue(member.field, now) !== undefined;
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
