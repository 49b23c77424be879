import type { Path } from '../issue.ts';
import type { Typed } from './check-context.ts';

/** One place at which something has a type, with what surrounds it. */
export interface Site {
  readonly path: Path;
  readonly field: Typed;
  /** Objects that this one is inside of, itself included if it is one. */
  readonly objects: number;
}

/** The field itself and everything inside it. */
export function sitesOf(field: Typed, path: Path, objects = 0): Site[] {
  switch (field.type) {
    case 'object': {
      const inside = Object.entries(field.fields).flatMap(([name, member]) =>
        sitesOf(member, [...path, 'fields', name], objects + 1),
      );
      return [{ path, field, objects: objects + 1 }, ...inside];
    }
    case 'array':
      return [{ path, field, objects }, ...sitesOf(field.items, [...path, 'items'], objects)];
    default:
      return [{ path, field, objects }];
  }
}
