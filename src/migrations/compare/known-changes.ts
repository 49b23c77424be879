import type { Changes, FieldOperation } from '../../evolution/steps/schema.ts';
import type { Specification } from '../../specification/index.ts';

/** What the specification and the open step of the newest version say about how the present tables came about. */
export interface KnownChanges {
  /** Former names by the present one. */
  readonly resources: ReadonlyMap<string, Known<string>>;
  /** Former names by `resource.field` as they are now. */
  readonly fields: ReadonlyMap<string, Known<string>>;
  /** Present values by the former ones, by `resource.field` as they are now. */
  readonly values: ReadonlyMap<string, Known<Readonly<Record<string, string>>>>;
  /** By `resource.field` as they are now. */
  readonly fills: ReadonlyMap<string, unknown>;
  /** What the open step does with the fields of a resource as it is called now. */
  readonly operations: ReadonlyMap<string, readonly FieldOperation[]>;
  readonly events: {
    /** Former names by the present one, where the open step says so. */
    readonly renamed: ReadonlyMap<string, string>;
    /** Those that only one of the two versions has, by their names there. */
    readonly apart: ReadonlySet<string>;
  };
}

interface Known<T> {
  readonly value: T;
  /** The key of `service.yaml` that says so, which can go when it is done; undefined: the step says so. */
  readonly place?: string;
}

/** Keys of the specification that name former names: of no use as soon as these are carried over. */
export function formerNamePlaces({ resources, fields, values }: KnownChanges): string[] {
  return [...resources.values(), ...fields.values(), ...values.values()].flatMap(
    ({ place }) => place ?? [],
  );
}

/** @param step of the newest version, while it can still be edited */
export function knownChanges(
  { resources, states = {} }: Specification,
  step: Changes | undefined,
): KnownChanges {
  const known = {
    resources: new Map<string, Known<string>>(),
    fields: new Map<string, Known<string>>(),
    values: new Map<string, Known<Readonly<Record<string, string>>>>(),
    fills: new Map<string, unknown>(),
    operations: new Map<string, readonly FieldOperation[]>(),
    events: { renamed: new Map<string, string>(), apart: new Set<string>() },
  };
  for (const { rename, absent, withdrawn } of step?.events ?? []) {
    if (rename !== undefined) known.events.renamed.set(String(rename.to), String(rename.from));
    for (const name of [absent, withdrawn])
      if (typeof name === 'string') known.events.apart.add(name);
  }
  for (const [name, { renamedFrom, operations = [] }] of Object.entries(step?.resources ?? {})) {
    if (renamedFrom !== undefined) known.resources.set(name, { value: renamedFrom });
    known.operations.set(name, operations);
    for (const { rename, map, add, require } of operations) {
      if (rename !== undefined) known.fields.set(`${name}.${rename.to}`, { value: rename.from });
      if (map !== undefined) known.values.set(`${name}.${map.field}`, { value: map.values });
      if (add?.fill !== undefined) known.fills.set(`${name}.${add.field}`, add.fill);
      if (require !== undefined) known.fills.set(`${name}.${require.field}`, require.fill);
    }
  }
  for (const [name, { renamedFrom, fields }] of Object.entries(resources)) {
    if (renamedFrom !== undefined) {
      const place = `resources.${name}.renamedFrom`;
      known.resources.set(name, { value: renamedFrom, place });
    }
    for (const [field, { renamedFrom: former }] of Object.entries(fields)) {
      if (former === undefined) continue;
      const place = `resources.${name}.fields.${field}.renamedFrom`;
      known.fields.set(`${name}.${field}`, { value: former, place });
    }
  }
  for (const [name, { field = 'status', renamedFrom }] of Object.entries(states)) {
    if (renamedFrom === undefined) continue;
    const value = Object.fromEntries(
      Object.entries(renamedFrom).map(([now, former]) => [former, now]),
    );
    known.values.set(`${name}.${field}`, { value, place: `states.${name}.renamedFrom` });
  }
  return known;
}
