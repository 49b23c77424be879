import { atValue, type Fault } from '../fault.ts';
import { standards } from '../schema/standards.ts';
import type { Site } from './sites.ts';

/** The least length or number of items is not above the most, which has a standard where it is not written. */
export function lengthBounds({ path, field }: Site): Fault[] {
  switch (field.type) {
    case 'string':
      return ordered('minLength', 'maxLength', field, standards.stringLength);
    case 'text':
      return ordered('minLength', 'maxLength', field, standards.textLength);
    case 'array':
      return ordered('minItems', 'maxItems', field, standards.items);
    default:
      return [];
  }

  function ordered<K extends string>(
    least: K,
    most: K,
    bounds: { readonly [key in K]?: number },
    standard: number,
  ): Fault[] {
    const [low, high] = [bounds[least] ?? 0, bounds[most] ?? standard];
    if (low <= high) return [];
    const unwritten = bounds[most] === undefined ? ', which holds where it is not written' : '';
    const message = `${least} ${low} is above ${most} ${high}${unwritten}`;
    return [atValue([...path, least], { code: 'empty-range', message })];
  }
}
