import type { ListParameter, ResolvedAddition } from '../resolved.ts';

/** The keys of a version that list what it gets of the version after it, and the parameter that each is about. */
export const additionKeys = {
  additions: undefined,
  addedFilters: 'filter',
  addedSorts: 'sort',
} as const satisfies Readonly<Record<string, ListParameter | undefined>>;

export type AdditionKey = keyof typeof additionKeys;

/** The same with each key as a value. */
export const additionKeyNames = Object.keys(additionKeys) as readonly AdditionKey[];

/** The key that lists an addition. */
export function additionKeyOf({ parameter }: Pick<ResolvedAddition, 'parameter'>): AdditionKey {
  return additionKeyNames.find((key) => additionKeys[key] === parameter) ?? 'additions';
}

/** As a list names it: `person.nickname`. */
export function additionName({ resource, field }: ResolvedAddition): string {
  return `${resource}.${field}`;
}

/** What a key of a version lists. */
export function namesListed(additions: readonly ResolvedAddition[], key: AdditionKey): string[] {
  return additions.filter((each) => additionKeyOf(each) === key).map(additionName);
}

/** As sentences name it: `person.nickname`, `the filter person.nickname`. */
export function additionPhrase(addition: ResolvedAddition): string {
  const { parameter } = addition;
  const name = additionName(addition);
  return parameter === undefined ? name : `the ${parameter} ${name}`;
}

export function isSameAddition(one: ResolvedAddition, other: ResolvedAddition): boolean {
  return (
    one.resource === other.resource &&
    one.field === other.field &&
    one.parameter === other.parameter
  );
}
