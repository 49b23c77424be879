import type { FieldModel, ResourceModel, ServiceModel } from '../../../model/model.ts';
import { canonicalOf } from '../../../model/samples/canonical.ts';
import { samplesOf } from '../../../model/samples/sample.ts';
import { oncePerModel } from '../../../model/once.ts';
import type { ResolvedField } from '../../../specification/index.ts';
import type { Row } from '../../../model/samples/rows.ts';
import { claimedValues, unclaimedFields } from '../claim-samples.ts';
import { uniqueKeys } from './unique-keys.ts';

/** How many values of a unique member a test may need. */
export const distinct = 60;

/** How many values of any other member it needs: the two bodies differ in it. */
const different = 2;

/** How long the members are that the service adds to what a client sent: a body is sent back with them. */
const added = 260;

/** What bodies of one kind of resource are made of. */
export interface Material {
  /** Distinct values of each member that bodies of tests have, two or, if it has to be unique, as many as tests may need; in the spelling that the service answers with. */
  readonly values: ReadonlyMap<string, readonly unknown[]>;
  /** Two valid bodies that differ in every member that can differ; no references. */
  readonly bodies: readonly [Row, Row];
  /** Members that both bodies have the same value of, and why. */
  readonly alike: Readonly<Record<string, string>>;
  /** What could not be made, and why, in words. */
  readonly cannot: readonly string[];
  /** Whether every member that there must be has a value. */
  readonly isWhole: boolean;
  /** Whether a request has room for a body. */
  readonly isSendable: boolean;
}

/** No caller may send it, and it is not required. */
export function isClosed({ field }: FieldModel): boolean {
  return field.writableBy?.length === 0 && !field.required;
}

/** References that must be sent, to what can be there before: not to its own kind, nor to what refers back to it. */
export function requiredReferences(model: ServiceModel, resource: ResourceModel) {
  const places = placesIn(model);
  const own = places.get(resource.name) ?? 0;
  const isEarlier = (name: string) => (places.get(name) ?? own) < own;
  return resource.fields.flatMap(({ name, field, target }) =>
    field.required && target !== undefined && isEarlier(target.name) ? [{ name, target }] : [],
  );
}

/** When the first row of each resource can be made, by name. */
const placesIn = oncePerModel(
  ({ creationOrder }) => new Map(creationOrder.map(({ name }, place) => [name, place])),
);

/** Members that clients decide about by their value alone. */
export function plainFields({ fields }: ResourceModel): readonly FieldModel[] {
  return fields.filter(
    (each) => !each.field.readOnly && each.field.type !== 'reference' && !isClosed(each),
  );
}

export function materialOf(model: ServiceModel, resource: ResourceModel): Material {
  const { specification } = model;
  const fromClaims = claimedValues(specification, resource.name);
  const unclaimed = unclaimedFields(specification, resource.name);
  const plain = plainFields(resource);
  const unique = new Set(uniqueKeys(resource).flat());
  const wanted = (name: string) => (unique.has(name) ? distinct : different);
  const all = new Map(
    plain.map(({ name, field }) => {
      if (unclaimed.has(name)) return [name, []] as const;
      const own = fromClaims.get(name);
      const values =
        own === undefined ? valuesOf(name, field, wanted(name)) : [canonicalOf(field, own)];
      return [name, values] as const;
    }),
  );
  const none = plain.filter(({ name }) => all.get(name)?.length === 0);
  const some = plain.filter((each) => !none.includes(each));
  const first = (name: string) => all.get(name)?.[0];
  const limit = specification.limits.body;
  const left = fitting(some, (name) => JSON.stringify(first(name)).length + name.length, limit);
  const dropped = some.filter((each) => !left.includes(each));
  const needed = new Set(requiredReferences(model, resource).map(({ name }) => name));
  // What must be sent and cannot be there yet refers to nothing.
  const empty = resource.fields.filter(
    ({ name, field }) =>
      field.type === 'reference' && field.required && !field.readOnly && !needed.has(name),
  );
  // What only the claims of a caller may say no client sends.
  const sent = left.filter(
    ({ name, field }) => !(fromClaims.has(name) && field.writableBy?.length === 0),
  );
  const body = (value: (field: FieldModel) => unknown) =>
    Object.fromEntries([
      ...sent.map((each) => [each.name, value(each)] as const),
      ...empty.map(({ name }) => [name, null] as const),
    ]);
  const bodies = [
    body(({ name }) => first(name)),
    body(({ name, field }) => {
      const [one, other = field.nullable ? null : one] = all.get(name) ?? [];
      return other;
    }),
  ] as const;
  const longest = Math.min(limit * 0.8, limit - added);
  const isSendable = bodies.every((each) => JSON.stringify(each).length < longest);
  return {
    values: new Map(left.map(({ name }) => [name, all.get(name) ?? []])),
    bodies,
    alike: Object.fromEntries(
      left.flatMap(({ name, field }) => {
        if ((all.get(name)?.length ?? 0) > 1 || field.nullable) return [];
        return [
          [name, fromClaims.has(name) ? 'the claims of the caller say it' : 'it has one value'],
        ];
      }),
    ),
    cannot: [
      ...none.map(({ name }) =>
        unclaimed.has(name)
          ? `a value of ${name} that a client of tests can claim`
          : `a value of ${name}: give it an example`,
      ),
      ...dropped.map(({ name }) => `a body with ${name} that is no longer than a body may be`),
      ...(isSendable ? [] : ['a body that is no longer than a body may be']),
    ],
    isWhole: none.every(({ field }) => !field.required),
    isSendable,
  };
}

/** Of a member that is only written, values first that differ from any other text. */
function valuesOf(name: string, field: ResolvedField, wanted: number): readonly unknown[] {
  if (!field.writeOnly) return samplesOf(field, name, wanted);
  const values = samplesOf(field, `secret ${name}`, distinct);
  const isLong = (value: unknown) => typeof value === 'string' && value.length >= 8;
  return [...values.filter(isLong), ...values.filter((value) => !isLong(value))];
}

/** Without members that need not be there, the longest first, while they would fill half of what a body may be. */
function fitting(
  fields: readonly FieldModel[],
  lengthOf: (name: string) => number,
  limit: number,
): readonly FieldModel[] {
  const total = fields.reduce((sum, { name }) => sum + lengthOf(name), 0);
  const longest = fields
    .filter(({ field }) => !field.required)
    .toSorted((a, b) => lengthOf(b.name) - lengthOf(a.name))
    .at(0);
  if (total <= limit / 2 || longest === undefined) return fields;
  return fitting(
    fields.filter((each) => each !== longest),
    lengthOf,
    limit,
  );
}
