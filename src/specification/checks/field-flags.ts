import { atKey, atValue, type Issue, type Path } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { defined } from '../plain.ts';
import { shown } from '../shown.ts';
import { deprecationIssues } from './deprecations.ts';
import type { Field, Input, Member } from '../schema.ts';

/** Keys that hold wherever they are written. */
const valued: ReadonlySet<string> = new Set(['default', 'readableBy', 'writableBy']);

const contradictions = [
  {
    keys: ['required', 'default'],
    message:
      'a required field is always sent, so its default is never used; leave one of them out. For rows that were kept before there was the field, write the default alone: it is what they have and what a client gets that leaves the field out. Where clients have to send it from a new version on, leave the default out and say in the step of that version what the others have: - require: { field: …, fill: … }',
  },
  {
    keys: ['readOnly', 'required'],
    message: 'clients cannot send a read-only field, so it cannot be required of them',
  },
  {
    keys: ['readOnly', 'writeOnly'],
    message: 'a field that is neither sent nor shown does nothing',
  },
  {
    keys: ['writeOnly', 'readableBy'],
    message: 'a write-only field is never shown; use writableBy to say who may send it',
  },
  {
    keys: ['readOnly', 'writableBy'],
    message: 'clients cannot send a read-only field; leave one of them out',
  },
] as const;

/** Keys of a field of a resource that cannot hold at once. */
export function flagIssues(field: Field | Input, path: Path): Issue[] {
  const holds = (key: string) => {
    const value: unknown = Object.entries(field).find(([name]) => name === key)?.[1];
    return valued.has(key) ? value !== undefined : value === true;
  };
  const issues = contradictions
    .filter(({ keys }) => keys.every(holds))
    .map(({ keys, message }) => atKey([...path, keys[1]], { code: 'contradiction', message }));
  return [...issues, ...onDeleteIssues(field, path)];
}

function onDeleteIssues(field: Field | Input, path: Path): Issue[] {
  if (field.type !== 'reference' || !('onDelete' in field)) return [];
  if (field.onDelete !== 'set-null') return [];
  if (field.required !== true || field.nullable === true) return [];
  const message =
    'a required reference cannot be emptied when the row it refers to is deleted; make it nullable or use another onDelete';
  const allowed = ['restrict', 'cascade'];
  return [atValue([...path, 'onDelete'], { code: 'contradiction', message, allowed })];
}

/** A deprecated field has days in their order, and what takes its place exists beside it. */
export function replacementIssues(
  field: Field | Input | Member,
  path: Path,
  siblings: readonly string[],
): Issue[] {
  const { replacedBy, deprecated } = field;
  const name = path.at(-1);
  const place = [...path, 'replacedBy'];
  if (typeof deprecated === 'object') {
    const all = { kind: 'field', name: String(name), all: siblings };
    const days = deprecationIssues(deprecated, [...path, 'deprecated'], all);
    if (replacedBy === undefined) return days;
    const message =
      'where deprecated is a mapping, what takes the place of the field is written in it: deprecated: { since: …, replacedBy: … }';
    return [...days, atKey(place, { code: 'contradiction', message })];
  }
  if (replacedBy === undefined) return [];
  const others = siblings.filter((sibling) => sibling !== name);
  if (!others.includes(replacedBy)) {
    const suggestion = nearest(replacedBy, others);
    const message = `there is no other field ${shown(replacedBy)} beside it`;
    return [
      atValue(place, {
        code: 'unknown-field',
        message,
        allowed: others,
        ...defined({ suggestion }),
      }),
    ];
  }
  if (deprecated === true) return [];
  const message = 'only a deprecated field is replaced by another; add deprecated: true';
  return [atKey(place, { code: 'contradiction', message })];
}
