import type { ResolvedCondition } from '../../specification/index.ts';
import type { CustomOperationModel, FieldModel, InputModel, ResourceModel } from '../model.ts';
import { candidatesFor, holds, type Candidate } from './guard.ts';
import { sampleOf } from './sample.ts';

/** What tests keep for references that are sent along: a row of this identifier, made before. */
export const referredId = '01890000-0000-7000-8000-0000000000aa';

/** One custom operation after another, and what has to be so that the conditions of all of them hold. */
export interface Fulfilment {
  /** Members of a new row. */
  readonly meeting: Readonly<Record<string, unknown>>;
  /** Members that a new row goes without. */
  readonly absent: readonly string[];
  /** Members of a new row that have to refer to something, though they need not. */
  readonly referring: readonly string[];
  /** Values with which the conditions hold, of members that must be unique. */
  readonly distinct: Readonly<Record<string, readonly unknown[]>>;
  /** What is sent along with each custom operation. */
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
  readonly failing: readonly Failing[];
}

/** A member that keeps the last custom operation from being possible, and nothing before. */
export interface Failing {
  readonly member: string;
  /** Absent: it is not there. */
  readonly value?: unknown;
  /** What makes the custom operation possible again where it is sent along; absent: nothing does. */
  readonly mended?: unknown;
}

/** What is known of a resource apart from its fields. */
export interface Known {
  /** Values that rows have anyway. */
  readonly given: ReadonlyMap<string, unknown>;
  /** How many values of a unique member there may be. */
  readonly distinct: number;
}

/** A value that holds from one moment on, and what is asked of it until another one takes its place. */
interface Source {
  /** Position of the custom operation that it is sent along with; absent: a new row has it. */
  readonly step?: number;
  readonly conditions: { readonly step: number; readonly condition: ResolvedCondition }[];
}

/**
 * Finds values with which one custom operation after another is possible.
 *
 * @param sendsAll true to send inputs too that are not needed
 * @returns undefined where clients cannot bring it about
 */
export function fulfil(
  resource: ResourceModel,
  customOperations: readonly CustomOperationModel[],
  { given, distinct: wanted }: Known,
  sendsAll = false,
): Fulfilment | undefined {
  const inputs: Record<string, unknown>[] = customOperations.map(() => ({}));
  const meeting: Record<string, unknown> = {};
  const absent: string[] = [];
  const referring: string[] = [];
  const distinct: Record<string, readonly unknown[]> = {};
  const failing: Failing[] = [];
  const spanning = new Set(resource.unique.flat().map(({ name }) => name));
  const names = new Set(
    customOperations.flatMap(({ when, inputs: all }) => [
      ...Object.keys(when),
      ...all.map(({ name }) => name),
    ]),
  );
  names.delete(resource.machine?.field.name ?? '');

  for (const name of names) {
    const field = resource.fields.find((each) => each.name === name);
    const isUnique = field?.field.unique === true || spanning.has(name);
    // The one sample of an input can be that of one row only, where it sets what is unique.
    const sources = sourcesOf(name, customOperations, sendsAll, isUnique);
    // From the last one: without an input, the value before it has to meet the conditions as well.
    for (const [position, { step, conditions }] of [...sources.entries()].toReversed()) {
      const asked = conditions.map(({ condition }) => condition);
      if (step !== undefined) {
        if (isUnique) return undefined;
        const input = customOperations[step]?.inputs.find((each) => each.name === name);
        const found = input === undefined ? undefined : meets(input, asked, given);
        if (found === undefined) return undefined;
        if (found.value !== undefined) Object.assign(inputs[step] ?? {}, { [name]: found.value });
        else sources[position - 1]?.conditions.push(...conditions);
        continue;
      }
      if (field === undefined || asked.length === 0) continue;
      if (isOpenReference(field)) {
        const isThere = asked.some(({ present }) => present === true);
        const value = isThere ? '' : null;
        if (!asked.every((condition) => holds(field.field, condition, { value }))) return undefined;
        if (!isThere) continue;
        referring.push(name);
        const isOfLast = conditions.every(({ step: each }) => each === customOperations.length - 1);
        if (isOfLast)
          failing.push({ member: name, ...(field.field.required ? { value: null } : {}) });
        continue;
      }
      // Tests supply values of a unique member only where clients may set it.
      const isSupplied = !isUnique || field.field.writableBy?.length !== 0;
      if (!isSupplied || !isSettable(field, given)) {
        const value = given.has(name) ? given.get(name) : keptAnyway(field);
        if (!asked.every((condition) => holds(field.field, condition, { value }))) return undefined;
        continue;
      }
      if (isUnique) {
        const values = Array.from({ length: wanted }, (_, index) =>
          sampleOf(field.field, index, name),
        );
        const fitting = [...new Set(values)].filter(
          (value) =>
            value !== undefined &&
            asked.every((condition) => holds(field.field, condition, { value })),
        );
        if (fitting.length === 0) return undefined;
        distinct[name] = fitting;
        continue;
      }
      const candidates = candidatesFor(field.field, asked, name);
      const found = candidates.find((each) => isMet(field, asked, each));
      if (found === undefined) return undefined;
      if ('value' in found) meeting[name] = found.value;
      else absent.push(name);
      const last = customOperations.length - 1;
      const before = conditions.filter((each) => each.step < last).map((each) => each.condition);
      const own = conditions.filter((each) => each.step === last).map((each) => each.condition);
      const other = candidates.find(
        (each) => isMet(field, before, each) && !isMet(field, own, each),
      );
      if (other !== undefined) failing.push(...failingBy(name, other, customOperations[last], own));
    }
  }
  return { meeting, absent, referring, distinct, inputs, failing: failing.slice(0, 1) };
}

/** Empty where an input would make the custom operation possible again, and no value for that input can be made up. */
function failingBy(
  member: string,
  other: Candidate,
  customOperation: CustomOperationModel | undefined,
  conditions: readonly ResolvedCondition[],
): Failing[] {
  const input = customOperation?.inputs.find(({ name }) => name === member);
  if (input === undefined || customOperation?.mends.includes(member) !== true)
    return [{ member, ...other }];
  const found = candidatesFor(input.field, conditions, member).find(
    (each) => 'value' in each && isMet(input, conditions, each),
  );
  return found === undefined ? [] : [{ member, ...other, mended: found.value }];
}

/** Where a member has its values from, one after the other. */
function sourcesOf(
  name: string,
  customOperations: readonly CustomOperationModel[],
  sendsAll: boolean,
  isUnique: boolean,
): Source[] {
  let current: Source = { conditions: [] };
  const sources = [current];
  for (const [step, { inputs, when }] of customOperations.entries()) {
    const input = inputs.find((each) => each.name === name);
    const isAsked = customOperations.slice(step).some((later) => later.when[name] !== undefined);
    const isWanted = sendsAll || isAsked || (input !== undefined && isOffered(input));
    if (input !== undefined && (input.field.required || (isWanted && !isUnique))) {
      current = { step, conditions: [] };
      sources.push(current);
    }
    const condition = when[name];
    if (condition !== undefined) current.conditions.push({ step, condition });
  }
  return sources;
}

/** True when it is sent although it is not needed. */
function isOffered({ field }: InputModel): boolean {
  return field.example !== undefined || field.type === 'reference';
}

function meets(
  input: InputModel,
  conditions: readonly ResolvedCondition[],
  given: Known['given'],
): Candidate | undefined {
  const { field, name } = input;
  if (input.setsField && given.has(name)) {
    // A caller may set what claims decide about to nothing but what its own claims say.
    const candidates: Candidate[] = [{ value: given.get(name) }, ...(field.required ? [] : [{}])];
    return candidates.find((each) => isMet(input, conditions, each));
  }
  if (field.type === 'reference') {
    const candidates: Candidate[] = [{ value: referredId }, ...(field.required ? [] : [{}])];
    return candidates.find((each) => isMet(input, conditions, each));
  }
  if (conditions.length === 0) {
    const value = sampleOf(field, 0, name);
    // There may be no way to make one up.
    return value === undefined && field.required ? undefined : { value };
  }
  return candidatesFor(field, conditions, name).find((each) => isMet(input, conditions, each));
}

function isMet(
  { field }: FieldModel,
  conditions: readonly ResolvedCondition[],
  candidate: Candidate,
): boolean {
  return conditions.every((condition) => holds(field, condition, candidate));
}

/** Whether a client chooses the value when it makes a row. */
function isSettable({ name, field }: FieldModel, given: ReadonlyMap<string, unknown>): boolean {
  return !field.readOnly && field.type !== 'reference' && !given.has(name);
}

/** Whether there always is one. */
function isKept({ required, nullable }: FieldModel['field']): boolean {
  return required && !nullable;
}

/** Whether a client chooses if it refers to anything. */
function isOpenReference({ field }: FieldModel): boolean {
  return field.type === 'reference' && !isKept(field) && !field.readOnly;
}

/** The value of a new row if the request does not give one: a required reference always refers to something. */
function keptAnyway({ field }: FieldModel): unknown {
  if (field.type === 'reference') return isKept(field) ? '' : null;
  return field.default ?? null;
}
