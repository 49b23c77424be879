import type { ResolvedField } from '../resolved.ts';
import { sharedValues } from './shared.ts';
import { validateValue } from './value.ts';

/** Digits of the largest whole number that JSON keeps exactly, with a sign. */
const longestInteger = 17;

/** Whether a claim is the name of the caller, which every credential has: no other claim has to be given. */
export function isNameClaim(claim: string): boolean {
  return claim === 'sub' || claim === 'client_id';
}

/** What the name of a client, which is text, is as the value of a field. */
export function nameAsValue({ type }: ResolvedField, name: string): unknown {
  if (type === 'integer') return /^-?\d{1,16}$/.test(name) ? Number(name) : name;
  if (type === 'boolean') return name === 'true' || (name === 'false' ? false : name);
  return name;
}

export function takesName(field: ResolvedField, name: string): boolean {
  return validateValue(field, nameAsValue(field, name)) === undefined;
}

/** Whether one name could be a value of each of these fields. Nothing tells what patterns have in common, so it could. */
export function couldShareName(fields: readonly ResolvedField[]): boolean {
  const listed = fields.map(listedNames).find((names) => names !== undefined);
  if (listed !== undefined) {
    return listed.some((name) => fields.every((field) => takesName(field, name)));
  }
  const forms = new Set(fields.map(({ type }) => type).filter((type) => type !== 'string'));
  return forms.size <= 1 && doLengthsMeet(fields) && doNumbersMeet(fields);
}

/** All names that a field takes, where there are few. */
function listedNames(field: ResolvedField): readonly string[] | undefined {
  if (field.type === 'enum') return field.values;
  if (field.type === 'boolean') return ['true', 'false'];
  return field.type === 'integer' ? field.values?.map(String) : undefined;
}

function doLengthsMeet(fields: readonly ResolvedField[]): boolean {
  const lengths = fields.map(lengthsOf);
  const shortest = Math.max(...lengths.map(([minimum]) => minimum));
  return lengths.every(([, maximum]) => shortest <= maximum);
}

function lengthsOf(field: ResolvedField): readonly [minimum: number, maximum: number] {
  if (field.type === 'string') return [field.minLength, field.maxLength];
  if (field.type === 'email') return [1, field.maxLength];
  return field.type === 'uuid' ? [36, 36] : [1, longestInteger];
}

function doNumbersMeet(fields: readonly ResolvedField[]): boolean {
  const numbers = fields.filter(({ type }) => type === 'integer');
  return numbers.every((one, position) =>
    numbers
      .slice(position + 1)
      .every((other) => sharedValues(one, other).key !== 'minimum and maximum'),
  );
}
