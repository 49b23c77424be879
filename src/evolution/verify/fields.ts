import { isDeepStrictEqual } from 'node:util';
import type { ResolvedField, ResolvedNumber } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { fitting } from '../steps/converters.ts';
import { systemFields } from '../compose/shape.ts';
import { hasOtherDefault, lacksValue, mayLose } from './presence.ts';

type Fields = Readonly<Record<string, ResolvedField>>;

/** A difference that no operation explains, and the operation that would. */
export interface Unexplained {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
  /** Whether a field of the newer version alone must be sent there. */
  readonly isNeeded?: boolean;
}

/** Whether an operation puts something into an object. */
type IsFilled = (path: string) => boolean;

/**
 * What differs between the older version as it was frozen and as the steps lead back to it.
 *
 * @param predicted the newer version with every operation undone
 * @param isFilled whether an operation puts something into an object of the newer version: then it is not added as a whole
 */
export function unexplainedIn(
  frozen: Fields,
  predicted: Fields,
  within = '',
  isFilled: IsFilled = () => false,
): Unexplained[] {
  const names = new Set([...Object.keys(frozen), ...Object.keys(predicted)]);
  return [...names].flatMap((name): Unexplained[] => {
    if (within === '' && Object.hasOwn(systemFields, name)) return [];
    const path = within + name;
    const [older, newer] = [own(frozen, name), own(predicted, name)];
    if (older === undefined && newer !== undefined) {
      return newer.type === 'object' && isFilled(path)
        ? unexplainedIn({}, newer.fields, `${path}.`, isFilled)
        : [added(path, newer)];
    }
    if (newer === undefined && older !== undefined) return [removed(path, older)];
    return older === undefined || newer === undefined ? [] : changed(path, older, newer, isFilled);
  });
}

function added(path: string, field: ResolvedField): Unexplained {
  const isNeeded = field.required && !field.readOnly;
  return {
    code: 'field-added',
    message: `the newer version has the field "${path}", and nothing says so`,
    suggestion: `- add: { field: ${path}${isNeeded ? (field.unique ? ', by: hook' : ', fill: …') : ''} }`,
    isNeeded,
  };
}

function removed(path: string, field: ResolvedField): Unexplained {
  return {
    code: 'field-removed',
    message: `the older version has the field "${path}", and nothing says what became of it`,
    suggestion: `- remove: { field: ${path}${field.required ? ', value: …' : ''} } or - rename: { from: ${path}, to: … }`,
  };
}

function changed(
  path: string,
  older: ResolvedField,
  newer: ResolvedField,
  isFilled: IsFilled,
): Unexplained[] {
  if (older.type !== newer.type) {
    const [by = 'hook'] = fitting(older.type, newer.type);
    return [
      {
        code: 'field-retyped',
        message: `the field "${path}" is ${older.type} in the older version and ${newer.type} in the newer one`,
        suggestion: `- retype: { field: ${path}, by: ${by} }`,
      },
    ];
  }
  return [
    ...valuesOf(path, older, newer),
    ...presenceOf(path, older, newer),
    ...accessOf(path, older, newer),
    ...insideOf(path, older, newer, isFilled),
  ];
}

function valuesOf(path: string, older: ResolvedField, newer: ResolvedField): Unexplained[] {
  if (older.type === 'integer' && newer.type === 'integer') return numbersOf(path, older, newer);
  if (older.type !== 'enum' || newer.type !== 'enum') return [];
  const gone = older.values.filter((value) => !newer.values.includes(value));
  const unknown = newer.values.filter((value) => !older.values.includes(value));
  if (gone.length === 0 && unknown.length === 0) return [];
  const parts = [
    ...(gone.length === 0 ? [] : [`the newer version does not know ${quoted(gone)}`]),
    ...(unknown.length === 0 ? [] : [`the older one does not know ${quoted(unknown)}`]),
  ];
  const values = gone.map((value) => `${value}: …`).join(', ');
  const others = unknown.length > gone.length ? ', others: …' : '';
  return [
    {
      code: 'values-changed',
      message: `of the field "${path}" ${parts.join(' and ')}`,
      suggestion: `- map: { field: ${path}, values: { ${values} }${others} }`,
    },
  ];
}

/** Numbers have no other names, so only code can say what stands for one that a version does not know. */
function numbersOf(path: string, older: ResolvedNumber, newer: ResolvedNumber): Unexplained[] {
  const isSame = isDeepStrictEqual(new Set(older.values), new Set(newer.values));
  if (isSame && (older.values === undefined) === (newer.values === undefined)) return [];
  const says = ({ values }: ResolvedNumber) =>
    values === undefined ? 'any number' : `one of ${values.join(', ')}`;
  return [
    {
      code: 'values-changed',
      message: `the field "${path}" is ${says(older)} in the older version and ${says(newer)} in the newer one`,
      suggestion: `- retype: { field: ${path}, by: hook }`,
    },
  ];
}

function presenceOf(path: string, older: ResolvedField, newer: ResolvedField): Unexplained[] {
  const found: Unexplained[] = [];
  if (lacksValue(older, newer) && newer.unique) {
    found.push({
      code: 'not-bridgeable',
      message: `the newer version needs "${path}", which clients of the older one may leave out, and one value cannot stand for it, since no two rows may have the same: make it optional in the newer version, let rows share it, or retire the older version first`,
    });
  } else if (lacksValue(older, newer)) {
    found.push({
      code: 'field-required',
      message: `the newer version needs "${path}", which clients of the older one may leave out`,
      suggestion: `- require: { field: ${path}, fill: … }`,
    });
  }
  if (mayLose(older, newer)) {
    found.push({
      code: 'field-nullable',
      message: `the newer version may have no value of "${path}", which clients of the older one do not know`,
      suggestion: `- nullable: { field: ${path}, value: … }`,
    });
  }
  if (hasOtherDefault(older, newer)) {
    const was = JSON.stringify(older.default);
    const is = newer.default === undefined ? 'nothing' : JSON.stringify(newer.default);
    found.push({
      code: 'default-changed',
      message: `"${path}" is ${was} in the older version where it is not sent, and ${is} in the newer one`,
      suggestion: `- default: { field: ${path}, was: ${was} }`,
    });
  }
  return found;
}

function accessOf(path: string, older: ResolvedField, newer: ResolvedField): Unexplained[] {
  const found: Unexplained[] = [];
  const refuse = (message: string) => {
    found.push({
      code: 'not-bridgeable',
      message: `${message}; undo that in the newer version, or retire the older one first`,
    });
  };
  if (newer.readOnly && !older.readOnly) {
    refuse(`clients of the older version set "${path}", which only the service sets now`);
  }
  if (newer.writeOnly && !older.writeOnly) {
    refuse(`clients of the older version are shown "${path}", which is never shown now`);
  }
  if (newer.immutable && !older.immutable) {
    refuse(
      `clients of the older version change "${path}", which clients of the newest version cannot change`,
    );
  }
  if (older.type === 'reference' && newer.type === 'reference' && newer.unique && !older.unique) {
    refuse(`"${path}" has to be unique now`);
  }
  return found;
}

function insideOf(
  path: string,
  older: ResolvedField,
  newer: ResolvedField,
  isFilled: IsFilled,
): Unexplained[] {
  if (older.type === 'object' && newer.type === 'object') {
    return unexplainedIn(older.fields, newer.fields, `${path}.`, isFilled);
  }
  if (older.type === 'array' && newer.type === 'array') {
    const [inner, now] = [older.items, newer.items];
    if (inner.type === 'object' && now.type === 'object') {
      return unexplainedIn(inner.fields, now.fields, `${path}[].`, isFilled);
    }
    return inner.type === now.type
      ? valuesOf(`${path}[]`, inner, now)
      : changed(`${path}[]`, inner, now, isFilled);
  }
  return [];
}

function quoted(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(', ');
}
