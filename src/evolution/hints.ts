import type { ResolvedSpecification, Specification } from '../specification/index.ts';

/** What a specification says by itself of former names. */
export interface Hints {
  /** Former names by the present one. */
  readonly resources: ReadonlyMap<string, string>;
  /** Former names by `resource.field` as they are now. */
  readonly fields: ReadonlyMap<string, string>;
  /** Present values by the former ones, by `resource.field` as they are now. */
  readonly values: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

export const noHints: Hints = { resources: new Map(), fields: new Map(), values: new Map() };

/** Reads `renamedFrom`, and takes the field of a state to be the field of the state before. */
export function hintsOf(
  { resources, states = {} }: Specification,
  older: ResolvedSpecification,
): Hints {
  const named = Object.entries(resources).flatMap(([name, { renamedFrom }]) =>
    renamedFrom === undefined ? [] : [[name, renamedFrom] as const],
  );
  const former = new Map(named);
  const fields = Object.entries(resources).flatMap(([name, { fields: all }]) =>
    Object.entries(all).flatMap(([field, { renamedFrom }]) =>
      renamedFrom === undefined ? [] : [[`${name}.${field}`, renamedFrom] as const],
    ),
  );
  const ofStates = Object.entries(states).flatMap(([name, { field = 'status' }]) => {
    const was = older.states[former.get(name) ?? name]?.field;
    return was === undefined || was === field ? [] : [[`${name}.${field}`, was] as const];
  });
  const values = Object.entries(states).flatMap(([name, { field = 'status', renamedFrom }]) => {
    if (renamedFrom === undefined) return [];
    const table = Object.entries(renamedFrom).map(([now, was]) => [was, now] as const);
    return [[`${name}.${field}`, Object.fromEntries(table)] as const];
  });
  return {
    resources: former,
    fields: new Map([...ofStates, ...fields]),
    values: new Map(values),
  };
}
