import {
  validateFieldCollision,
  validateMemberName,
} from '../../specification/validators/field-name.ts';
import { snakeCase } from '../../specification/names/casing.ts';
import { shown } from '../../specification/shown.ts';
import { fieldName } from '../names.ts';
import type { Part, Source } from '../source.ts';

/** The properties of a schema under names that members of an object may have here. */
export function namedMembers(
  properties: ReadonlyMap<string, Part>,
  { findings }: Source,
): { name: string; written: string; part: Part }[] {
  const columns = new Map<string, string>();
  return [...properties].flatMap(([written, part]) => {
    const name = memberName(written);
    if (name === undefined || validateFieldCollision(name, columns) !== undefined) {
      findings.add(
        'dropped',
        part.path,
        `${shown(written)}: no name that is free can be made of it`,
      );
      return [];
    }
    columns.set(snakeCase(name), name);
    if (name !== written) findings.add('renamed', part.path, `${shown(written)} is "${name}"`);
    return [{ name, written, part }];
  });
}

/** A name that a member may have; undefined where none can be made. */
export function memberName(written: string): string | undefined {
  const name = fieldName(written);
  if (name === undefined) return undefined;
  return validateMemberName(name) === undefined ? name : other(name);
}

function other(name: string): string | undefined {
  const longer = `${name}Value`.slice(0, 60);
  return validateMemberName(longer) === undefined ? longer : undefined;
}
