import { isDeepStrictEqual } from 'node:util';
import { uniqueKeys } from './unique-keys.ts';
import type { FieldModel, ResourceModel, ServiceModel } from '../../../model/model.ts';
import { resourcesByName } from '../../../model/once.ts';
import { known } from '../../../model/known.ts';
import { only } from '../../../specification/plain.ts';
import { canonicalOf } from '../../../model/samples/canonical.ts';
import { distinctRows, type Row } from '../../../model/samples/rows.ts';
import { claimedValues } from '../claim-samples.ts';
import { distinct, isClosed, materialOf, requiredReferences, type Material } from './bodies.ts';

/** How many resources of one kind there can be at once, by what has to be unique. */
export interface Room {
  /** Values of members that must be unique alone or together; those of one position collide with those of no other. */
  readonly rows: readonly Row[];
  /** What a body has of them once these are used up: nothing of some, and null in others. Absent: it can have nothing. */
  readonly vacant?: { readonly absent: readonly string[]; readonly empty: readonly string[] };
}

export function roomOf(model: ServiceModel, resource: ResourceModel, material: Material): Room {
  const fromClaims = claimedValues(model.specification, resource.name);
  const keys = uniqueKeys(resource);
  const fields = new Map(resource.fields.map((each) => [each.name, each]));
  const involved = [...new Set(keys.flat())].flatMap((name) => fields.get(name) ?? []);
  const counts = requiredReferences(model, resource).map(
    ({ name, target }) => [name, range(countOf(model, target.name))] as const,
  );
  const values = new Map([
    ...involved.map((each) => [each.name, defaultLast(each, material)] as const),
    ...counts.filter(([name]) => involved.some((each) => each.name === name)),
  ]);
  const isFree = (name: string) => {
    const field = fields.get(name);
    return field !== undefined && values.get(name)?.length === 0 && isUnset(resource, field);
  };
  // Nothing is equal to what is absent.
  const binding = keys.filter((key) => !key.some(isFree));
  const rows = distinctRows(values, binding, distinct);
  const plain = involved.filter(({ name }) => material.values.has(name) && !fromClaims.has(name));
  const absent = plain.filter(({ field }) => !field.required && field.default === undefined);
  const empty = plain.filter(({ field }) => field.required && field.nullable);
  const vacating = new Set([...absent, ...empty].map(({ name }) => name));
  return {
    rows: rows.map((row) => only(row, names(plain))),
    ...(binding.every((key) => key.some((name) => vacating.has(name)))
      ? { vacant: { absent: names(absent), empty: names(empty) } }
      : {}),
  };
}

/** Rows that requests make may have the default: tests use it when nothing else is left. */
function defaultLast({ name, field }: FieldModel, { values }: Material): readonly unknown[] {
  const all = values.get(name) ?? [];
  if (field.default === undefined) return all;
  const usual = canonicalOf(field, field.default);
  return [
    ...all.filter((value) => !isDeepStrictEqual(value, usual)),
    ...all.filter((value) => isDeepStrictEqual(value, usual)),
  ];
}

/** Whether bodies of tests leave the member out, and nothing is in its place. */
function isUnset({ machine }: ResourceModel, each: FieldModel): boolean {
  const { name, field } = each;
  if (name === machine?.field.name || field.default !== undefined) return false;
  return field.readOnly || isClosed(each) || field.type === 'reference' || !field.required;
}

/** How many of what a reference refers to there can be. */
function countOf(model: ServiceModel, name: string): number {
  const target = known(resourcesByName(model).get(name));
  const { rows, vacant } = roomOf(model, target, materialOf(model, target));
  return vacant === undefined ? rows.length : distinct;
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

function names(fields: readonly FieldModel[]): string[] {
  return fields.map(({ name }) => name);
}
