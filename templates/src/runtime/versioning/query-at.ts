import { listQueryReader, type ListQuery } from '../endpoints/list-query.ts';
import type { QueryNames, QueryReader } from '../endpoints/query.ts';
import type { Filter } from '../storage/filters.ts';
import type { SortKey } from '../storage/order.ts';
import type { MemberAdapter, ResourceAdapter, VersionedList } from './adapter.ts';

/** Filters that nothing fulfils: no identifier is among none. */
const nothing: readonly Filter<string>[] = [{ member: 'id', anyOf: [] }];

/**
 * Reads the query of a list by the names, types and bounds of an older version, as a query of the newest one.
 *
 * @param newest the reader of the newest version
 */
export function queryAt(
  { description, members = {} }: ResourceAdapter,
  list: VersionedList,
  newest: QueryReader<unknown>,
): QueryReader<ListQuery> {
  const hasCursor =
    list.cursor && newest.parameters.some((parameter) => parameter.name === 'cursor');
  const own = listQueryReader(description.schemas.shown, {
    ...list,
    cursors: hasCursor ? true : undefined,
  });
  return {
    parameters: own.parameters,
    read(values, hidden) {
      const query = own.read(values, hidden);
      const filters = query.filters.flatMap((filter) => filtersAt(filter, members));
      const sort = sortAt(query.sort, members);
      const { total } = list;
      return hasCursor
        ? { ...query, total, filters, sort }
        : // A request with a page number gets links with page numbers.
          { ...query, page: query.page ?? 1, total, filters, sort };
    },
  };
}

function filtersAt(
  filter: Filter<string>,
  members: Readonly<Record<string, MemberAdapter>>,
): readonly Filter<string>[] {
  if ('members' in filter) return [filter];
  const member = members[filter.member];
  if (member === undefined) return [filter];
  if (member.always !== undefined) return isAsked(filter, member.always) ? [] : nothing;
  const { from, equal = same, bound = (value: unknown) => value } = member;
  const [first, ...others] = from;
  if (first === undefined) return [];
  if ('operator' in filter) return [{ ...filter, member: first, value: bound(filter.value) }];
  const rows = filter.anyOf.flatMap(equal);
  const [only, ...more] = rows;
  if (others.length === 0) return [{ member: first, anyOf: rows.map(([value]) => value) }];
  if (only === undefined) return nothing;
  return more.length > 0 || only.some((value) => value === null || value === undefined)
    ? [{ members: [first, ...others], anyOf: rows }]
    : from.map((name, index) => ({ member: name, anyOf: [only[index]] }));
}

/** Whether a filter asks for a value; both are in their one canonical form. */
function isAsked(
  filter: Exclude<Filter<string>, { readonly members: unknown }>,
  value: unknown,
): boolean {
  if (value === null) return false;
  if ('anyOf' in filter) return filter.anyOf.includes(value);
  const order = compare(value, filter.value);
  if (order === 0) return filter.operator.endsWith('=');
  return filter.operator.startsWith('<') === order < 0;
}

/** Negative, zero or positive. Dates, times and instants are in the order of their canonical texts; numbers in text are exact. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number') return a - Number(b);
  const texts = [String(a), String(b)] as const;
  if (!texts.every((text) => numeral.test(text))) return texts[0] < texts[1] ? -1 : Number(a !== b);
  const digits = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const [one, other] = texts.map((text) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(digits, '0'));
  }) as [bigint, bigint];
  return one < other ? -1 : Number(one > other);
}

const numeral = /^-?\d+(?:\.\d+)?$/;

function same(value: unknown): readonly (readonly unknown[])[] {
  return [[value]];
}

function sortAt(
  keys: readonly SortKey<string>[],
  members: Readonly<Record<string, MemberAdapter>>,
): readonly SortKey<string>[] {
  if (keys.length === 0) return keys;
  const found = new Map<string, SortKey<string>>();
  for (const { member, direction } of keys) {
    const { from = [member], sort = from } = members[member] ?? {};
    for (const name of sort) if (!found.has(name)) found.set(name, { member: name, direction });
  }
  return [...found.values()];
}

/** The parameter of an older version that stands for one of the newest: `total[gte]`. */
function parametersAt(
  members: Readonly<Record<string, MemberAdapter>>,
): (newest: string) => string {
  const own = new Map<string, string>();
  for (const [name, { from }] of Object.entries(members)) {
    for (const member of from) if (!own.has(member)) own.set(member, name);
  }
  return (newest) => {
    const bracket = newest.indexOf('[');
    if (bracket === -1) return own.get(newest) ?? newest;
    const member = newest.slice(0, bracket);
    return (own.get(member) ?? member) + newest.slice(bracket);
  };
}

/** The names of parameters in a representation, from and to those of the newest version. */
export function namesAt(
  names: QueryNames | undefined,
  adapter: Partial<Pick<ResourceAdapter, 'members' | 'list'>>,
): QueryNames {
  const { members = {}, list } = adapter;
  const parameterAt = parametersAt(members);
  return {
    read: (name) => (names === undefined ? name : names.read(name)),
    readValues: (name, values) => names?.readValues(name, values) ?? values,
    write(name) {
      const own = parameterAt(name);
      return names?.write(own) ?? own;
    },
    ...(list && {
      sortedBy: (newest) =>
        list.sort.filter((name) => {
          const { from = [name], sort = from } = members[name] ?? {};
          return sort[0] === newest;
        }),
    }),
  };
}
