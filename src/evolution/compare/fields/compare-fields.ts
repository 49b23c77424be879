import { deprecationInShort, type ResolvedField } from '../../../specification/index.ts';
import type { Found } from '../change.ts';
import { compareNamed, ifChanged } from '../lists.ts';
import { foundInput } from '../parts/inputs.ts';
import { compareAccess } from './access.ts';
import { compareConstraints } from './constraints.ts';
import { sideOf, type Place } from './direction.ts';
import { foundMember } from './members.ts';
import { comparePresence } from './presence.ts';
import { compareRelation, foundRelation } from './relations.ts';
import { compareTypes } from './types.ts';
import { compareValues } from './values.ts';

type Fields = Readonly<Record<string, ResolvedField>>;

/** What clients send and are shown, by name, at every depth. */
export function compareFields(path: string, was: Fields, is: Fields, place: Place): Found[] {
  return compareNamed(path, was, is, {
    added: (at, field) => [addedField(at, field, place)],
    removed: (at, field) => [removedField(at, field, place)],
    kept: (at, before, after) => compareField(at, before, after, place),
  });
}

function addedField(path: string, field: ResolvedField, { side, isInput }: Place): Found {
  const { type, required } = field;
  if (isInput === true) return foundInput(required ? 'X04' : 'X03', path, undefined, type);
  const isSet = field.readOnly || side === 'response';
  if (isSet) return foundMember('F04', path, undefined, type);
  if (type === 'reference') return foundRelation(required ? 'L02' : 'L01', path, undefined, type);
  return foundMember(required ? 'F02' : 'F01', path, undefined, type);
}

function removedField(path: string, field: ResolvedField, { side, isInput }: Place): Found {
  const { type, required } = field;
  if (isInput === true) return foundInput('X05', path, type);
  if (field.writeOnly) return foundMember('F08', path, type);
  if (field.readOnly || side === 'response') return foundMember('F09', path, type);
  if (type === 'reference') return foundRelation('L03', path, type);
  return foundMember(required ? 'F07' : 'F06', path, type);
}

function compareField(
  path: string,
  was: ResolvedField,
  is: ResolvedField,
  place: Place,
): readonly Found[] {
  const side = sideOf(was, is, place.side);
  return [
    ...compareTypes(path, was, is, { ...place, side }),
    ...comparePresence(path, was, is, side),
    ...compareAccess(path, was, is, side),
    ...compareRelation(path, was, is),
    // Bounds belong to the type; those of the two types of text are the same.
    ...(was.type === is.type || (isText(was) && isText(is))
      ? [...compareConstraints(path, was, is, side), ...compareValues(path, was, is, side)]
      : []),
    ...(was.type === 'object' && is.type === 'object'
      ? compareFields(`${path}.fields`, was.fields, is.fields, { side })
      : []),
    ...(was.type === 'array' && is.type === 'array'
      ? compareField(`${path}.items`, was.items, is.items, { ...place, side, isItem: true })
      : []),
    ...compareNotes(path, was, is),
  ];
}

function isText({ type }: ResolvedField): boolean {
  return type === 'string' || type === 'text';
}

/** What is only said of a field. */
function compareNotes(path: string, was: ResolvedField, is: ResolvedField): Found[] {
  return [
    ...ifChanged(was.description, is.description, (before, after) =>
      foundMember('F10', `${path}.description`, before, after),
    ),
    ...ifChanged<unknown>(was.example, is.example, (before, after) =>
      foundMember('F11', `${path}.example`, before, after),
    ),
    ...compareDeprecated(path, was, is),
  ];
}

/** Whether clients are asked to stop using it, since when, and what they use instead. */
function compareDeprecated(path: string, was: ResolvedField, is: ResolvedField): readonly Found[] {
  const said = ({ deprecated }: ResolvedField) =>
    typeof deprecated === 'object' ? deprecationInShort(deprecated) : deprecated;
  const place = `${path}.deprecated`;
  const [before, after] = [said(was), said(is)];
  if (was.deprecated === false && is.deprecated === false) return [];
  if (was.deprecated === false) return [foundMember('F12', place, before, after)];
  if (is.deprecated === false) return [foundMember('F13', place, before, after)];
  return [
    ...ifChanged(before, after, () => foundMember('F18', place, before, after)),
    ...ifChanged(was.replacedBy, is.replacedBy, (one, other) =>
      foundMember('F18', `${path}.replacedBy`, one, other),
    ),
  ];
}
