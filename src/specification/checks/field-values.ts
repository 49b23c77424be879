import { complainedValue, type Fault } from '../fault.ts';
import { resolveField } from '../resolve/field.ts';
import { judgeValue } from '../values/value.ts';
import type { Site } from './sites.ts';

/** The default and the example are values that the service would accept. The shape of the field has no fault. */
export function valueFaults({ path, field }: Site): Fault[] {
  const written = Object.entries(field).filter(([key]) => key === 'default' || key === 'example');
  if (written.length === 0) return [];
  const resolved = resolveField(field);
  return written.flatMap(([key, value]) =>
    complainedValue([...path, key], 'value', judgeValue(resolved, value)),
  );
}
