import assert from 'node:assert/strict';
import { samples } from '../../contract.ts';
import { allGrants, clientWith, granting, isByName, type Send } from './callers.ts';
import type { TestAnswer } from './client.ts';
import { leaving, type ConformingService } from './conformance.ts';
import { mayUse } from './permissions.ts';
import type { AttributeSample, Json, ResourceSample } from './sample.ts';

/** For whom a row exists: whose claims say what rows of tests have, or those who claim another value. */
export type Side = 'own' | 'other';

/** What a resource lives in, outermost first, and itself. */
export function lineOf(sample: ResourceSample): ResourceSample[] {
  return sample.parent === undefined ? [sample] : [...lineOf(sample.parent), sample];
}

/** The rules that decide which rows of a resource exist: its own, and those of what it lives in. */
export function rulesOn(sample: ResourceSample): AttributeSample[] {
  return lineOf(sample).flatMap(({ attributes }) => attributes);
}

/** Whether a rule tells sides apart: the member can have another value than that of most tests. */
export function divides({ other }: AttributeSample): boolean {
  return other !== undefined;
}

/** The kinds of resource of which not everything exists for everybody. */
export const rowFiltered = samples.filter((sample) => rulesOn(sample).some(divides));

const rules = samples.flatMap(({ attributes }) => attributes);

/** Grants for which everything exists. */
export const exempt: readonly string[] = [...new Set(rules.flatMap(({ unless }) => unless))];
/** All others, so that nothing but claims decides. */
export const plainGrants = allGrants.filter((grant) => !exempt.includes(grant));

/** Whether somebody for whom rules count may do it at all. */
export function mayPlainly(
  sample: ResourceSample,
  method: ResourceSample['methods'][number],
): boolean {
  return mayUse(sample, method, plainGrants);
}

function valueOf(rule: AttributeSample, side: Side): unknown {
  return rule[side] ?? rule.own;
}

export function valuesOf({ attributes }: ResourceSample, side: Side): Json {
  return Object.fromEntries(attributes.map((rule) => [rule.member, valueOf(rule, side)]));
}

/** Claims as credentials of the service can carry them. */
export function claimsOf(...sides: readonly Side[]): Record<string, string | string[]> {
  const claims = rules
    .filter((rule) => !isByName(rule))
    .map((rule) => {
      const values = [...new Set(sides.map((side) => String(valueOf(rule, side))))];
      return [rule.claim, values.length === 1 ? (values[0] ?? '') : values] as const;
    });
  return Object.fromEntries(claims);
}

/** The name that a caller must have where a rule is about who it is. */
export function nameFor(side: Side): string | undefined {
  const byName = rules.filter(isByName);
  const named = byName.find(divides) ?? byName[0];
  return named === undefined ? undefined : String(valueOf(named, side));
}

let made = 0;

/** A caller with these claims, for whom nothing exists but what they say. */
export function someone(
  service: ConformingService,
  claims: Readonly<Record<string, string | readonly string[]>>,
  {
    name,
    grants = plainGrants,
  }: { readonly name?: string; readonly grants?: readonly string[] } = {},
): Promise<Send> {
  made += 1;
  return clientWith(service, name ?? `claims ${String(made)}`, { ...granting(grants), claims });
}

export interface Placed {
  readonly id: string;
  readonly collection: string;
  readonly path: string;
  readonly body: Json;
}

/** Keeps a row of one side, below rows of the same side. */
export async function placed(
  { make }: ConformingService,
  sample: ResourceSample,
  side: Side,
  { within, body: given = {} }: { readonly within?: string; readonly body?: Json } = {},
): Promise<Placed> {
  const collection = within ?? (await collectionOf({ make }, sample, side));
  const body = { ...(await bodyAt({ make }, sample, side)), ...given };
  const { id } = await make.insert(sample, collection, body);
  return { id, collection, path: `${collection}/${id}`, body };
}

/** A body of one side; where one side has one row, it takes the place of the one before. */
export function bodyAt(
  { make }: Pick<ConformingService, 'make'>,
  sample: ResourceSample,
  side: Side,
): Promise<Json> {
  return make.body(sample, 0, { ...apartValues(sample, side), ...valuesOf(sample, side) });
}

/** Where each side has one row, the one of the others has the second values of what is unique. */
function apartValues({ bodies: [, second], room, unique }: ResourceSample, side: Side): Json {
  if (side === 'own' || room !== 1) return {};
  return Object.fromEntries(Object.entries(second).filter(([name]) => Object.hasOwn(unique, name)));
}

export const noRoomForBoth = 'unique members leave no room for rows of both sides at once';

/** Those of which there can be so many rows of each side at once, below one row of each. */
export function holdingBoth(
  list: readonly ResourceSample[],
  count: Readonly<Record<Side, number>>,
): readonly ResourceSample[] {
  const kept = list.filter(
    (sample) =>
      hasRoom(sample, count) &&
      lineOf(sample).every((each) => each === sample || hasRoom(each, { own: 1, other: 1 })),
  );
  return list.length === 0 ? list : leaving(kept, noRoomForBoth);
}

function hasRoom(
  { alike, attributes, room, unique, uniqueKeys }: ResourceSample,
  { own, other }: Readonly<Record<Side, number>>,
): boolean {
  if (room === 'unlimited' || room >= own + other) return true;
  const dividing = new Set(attributes.filter(divides).map(({ member }) => member));
  // Nothing is equal on both sides of these.
  const shared = uniqueKeys.filter((key) => !key.some((name) => dividing.has(name)));
  if (room < Math.max(own, other)) return false;
  if (room > 1) return shared.length === 0;
  return shared.every((key) =>
    key.some((name) => Object.hasOwn(unique, name) && !Object.hasOwn(alike, name)),
  );
}

/** A collection of one side. */
export async function collectionOf(
  { make }: Pick<ConformingService, 'make'>,
  { parent, path }: ResourceSample,
  side: Side,
): Promise<string> {
  if (parent === undefined) return path;
  const within = await collectionOf({ make }, parent, side);
  const { id } = await make.insert(parent, within, await bodyAt({ make }, parent, side));
  return `${within}/${id}/${path.slice(path.lastIndexOf('/') + 1)}`;
}

/** Fails unless two answers tell the same, whichever of two identifiers was asked about. */
export function assertAlike(
  answer: TestAnswer,
  other: TestAnswer,
  ids: readonly string[],
  what: string,
): void {
  assert.deepEqual(withoutIdentity(answer, ids), withoutIdentity(other, ids), what);
}

/** An answer without what tells requests apart. */
function withoutIdentity({ status, headers, text }: TestAnswer, ids: readonly string[]) {
  const { 'x-request-id': traceId = '', date: _, ...others } = Object.fromEntries(headers);
  const neutral = (given: string) =>
    [traceId, ...ids]
      .filter(Boolean)
      .reduce((result, each) => result.replaceAll(each, 'ID'), given);
  return {
    status,
    text: neutral(text),
    headers: Object.fromEntries(
      Object.entries(others).map(([name, value]) => [name, neutral(value)]),
    ),
  };
}
