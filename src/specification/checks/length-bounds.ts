import { atValue, type Issue } from '../issue.ts';
import { defaults } from '../schema/defaults.ts';
import type { Site } from './sites.ts';

/** The least length or number of items is not above the most, which has a standard where it is not written. */
export function lengthBounds({ path, field }: Site): Issue[] {
  switch (field.type) {
    case 'string':
      return ordered('minLength', 'maxLength', field, defaults.stringLength);
    case 'text':
      return ordered('minLength', 'maxLength', field, defaults.textLength);
    case 'array':
      return ordered('minItems', 'maxItems', field, defaults.items);
    default:
      return [];
  }

  function ordered<K extends string>(
    least: K,
    most: K,
    bounds: { readonly [key in K]?: number },
    defaultValue: number,
  ): Issue[] {
    const [low, high] = [bounds[least] ?? 0, bounds[most] ?? defaultValue];
    if (low <= high) return [];
    const unwritten = bounds[most] === undefined ? ', which holds where it is not written' : '';
    const message = `${least} ${low} is above ${most} ${high}${unwritten}`;
    return [atValue([...path, least], { code: 'empty-range', message })];
  }
}
