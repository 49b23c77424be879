import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMapping } from '../../specification/plain.ts';
import { packageRoot } from '../package-root.ts';

/**
 * What templates can show, made of the types of the views. `code`, `text`, `number` or `boolean`, or several of them with `|` between;
 * `data`: anything that is JSON; a list with the shape of its items; a mapping, where a name that ends in `?` is not always there.
 */
export type ViewShape = string | readonly [ViewShape] | { readonly [name: string]: ViewShape };

/** Which view a template is rendered with: that of the service, or that of each resource. */
export type ViewName = 'service' | 'resource';

/** The file in the package that holds the shapes. */
export const viewsPath = 'kits/template-views.json';

let shapes: Readonly<Record<ViewName, ViewShape>> | undefined;

export function viewShape(name: ViewName): ViewShape {
  shapes ??= JSON.parse(readFileSync(join(packageRoot(), viewsPath), 'utf8')) as Record<
    ViewName,
    ViewShape
  >;
  return shapes[name];
}

/** A name in a mapping; `isOptional`: some services do without it. */
export function memberShape(
  shape: ViewShape,
  name: string,
): { readonly shape: ViewShape; readonly isOptional: boolean } | undefined {
  if (!isMembers(shape)) return undefined;
  for (const key of [name, `${name}?`]) {
    const found = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (found !== undefined) return { shape: found, isOptional: key !== name };
  }
  return undefined;
}

/** The names in a mapping that are always there. */
export function memberNames(shape: ViewShape): string[] {
  return isMembers(shape) ? Object.keys(shape).filter((name) => !name.endsWith('?')) : [];
}

export function itemShape(shape: ViewShape): ViewShape | undefined {
  return Array.isArray(shape) ? (shape[0] as ViewShape) : undefined;
}

function isMembers(shape: ViewShape): shape is Readonly<Record<string, ViewShape>> {
  return isMapping(shape);
}
