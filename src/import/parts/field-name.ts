import {
  validateFieldCollision,
  validateFieldName,
  parentIdOf,
} from '../../specification/validators/field-name.ts';
import { camelCaseOf, snakeCase } from '../../specification/names/casing.ts';
import { systemFields } from '../../specification/names/reserved.ts';
import { shown } from '../../specification/shown.ts';
import type { NamedCollection } from '../paths/name-collections.ts';
import { fieldName, squash } from '../names.ts';
import type { Property } from './sides.ts';

/** What becomes of a property: a field of that name, perhaps one that identifies rows, or nothing. */
export type Naming =
  | { readonly name: string; readonly isKey?: boolean; readonly guess?: string }
  | { readonly dropped: string };

/** Names for the properties of one resource, one after the other. */
export function fieldNaming(collection: NamedCollection): (property: Property) => Naming {
  const { name: resource, parent } = collection;
  const columns = new Map<string, string>(systemFields.map((name) => [snakeCase(name), name]));
  if (parent !== undefined)
    columns.set(snakeCase(parentIdOf(parent.name)), parentIdOf(parent.name));
  return (property) => {
    const special = specialName(property, collection);
    if (special !== undefined && 'dropped' in special) return special;
    const name = freeName(property.written);
    if (name === undefined)
      return { dropped: `${shown(property.written)}: no name that is free can be made of it` };
    columns.set(snakeCase(name), name);
    return { ...special, name };
  };

  function freeName(written: string): string | undefined {
    const plain = fieldName(written);
    if (plain === undefined) return undefined;
    const longer = camelCaseOf(`${resource}-${plain}`).slice(0, 60);
    return [plain, longer, `${plain}Value`.slice(0, 60)].find(
      (each) =>
        validateFieldName(each, parent?.name) === undefined &&
        validateFieldCollision(each, columns) === undefined,
    );
  }
}

/** Properties that say what the service says itself. */
function specialName(
  { written, requiredIn }: Property,
  collection: NamedCollection,
): { dropped: string } | { isKey: true; guess: string } | undefined {
  const { name: resource, parameter } = collection;
  const key = squash(written);
  const isChosen = requiredIn.has('create') || requiredIn.has('replace');
  if (key === 'id') {
    return { dropped: `${shown(written)}: the service gives each row an id itself, a UUID` };
  }
  const isSystem = systemFields.some((name) => squash(name) === key);
  if (isSystem && !isChosen) return { dropped: `${shown(written)}: the service sets it itself` };
  if (isAncestor(key, collection)) {
    return { dropped: `${shown(written)}: the address of the row says it` };
  }
  const isParameter = parameter !== undefined && squash(parameter) === key;
  if (!isParameter && key !== squash(`${resource}id`)) return undefined;
  if (!isChosen && /(id|guid)$/.test(key)) {
    return {
      dropped: `${shown(written)}: it identifies the row, which the id of the service does here`,
    };
  }
  return {
    isKey: true,
    guess: `${shown(written)} identifies rows: it is unique and stays as it was created, and addresses have the id of the service`,
  };
}

/** Whether a name is that of what identifies a row above. */
function isAncestor(key: string, collection: NamedCollection): boolean {
  for (let above = collection.parent; above !== undefined; above = above.parent) {
    const names = [`${above.name}id`, ...(above.parameter === undefined ? [] : [above.parameter])];
    if (names.some((name) => squash(name) === key && key !== squash(collection.parameter ?? '')))
      return true;
  }
  return false;
}
