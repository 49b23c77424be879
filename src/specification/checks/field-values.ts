import { atValue, complainedValue, type Issue } from '../issue.ts';
import { resolveField } from '../resolve/field.ts';
import type { ResolvedField } from '../resolved.ts';
import { hasFewerNumbers } from '../values/ranges.ts';
import { validateValue } from '../values/value.ts';
import { isNumericRange, scaleOf } from './number-bounds.ts';
import type { Site } from './sites.ts';

/**
 * The default and the example are values that the service would accept, and a list of different items can be as long as it has
 * to be. The shape of the field has no issue.
 */
export function valueIssues(site: Site): Issue[] {
  return [...differentItems(site), ...writtenValues(site)];
}

function writtenValues({ path, field }: Site): Issue[] {
  const written = Object.entries(field).filter(([key]) => key === 'default' || key === 'example');
  if (written.length === 0) return [];
  const resolved = resolveField(field);
  return written.flatMap(([key, value]) =>
    complainedValue([...path, key], 'value', validateValue(resolved, value)),
  );
}

function differentItems({ path, field }: Site): Issue[] {
  if (field.type !== 'array' || field.uniqueItems !== true) return [];
  const { minItems = 0 } = field;
  if (minItems < 2 || !hasFewerValues(resolveField(field.items), minItems)) return [];
  const message = `items are unique, and there are fewer than ${minItems} different ones`;
  return [atValue([...path, 'minItems'], { code: 'empty-range', message })];
}

function hasFewerValues(field: ResolvedField, count: number): boolean {
  if (field.type === 'boolean') return count > 2;
  if ('values' in field && field.values !== undefined) return field.values.length < count;
  return isNumericRange(field) && hasFewerNumbers(field, scaleOf(field), count);
}
