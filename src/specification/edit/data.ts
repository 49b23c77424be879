import type { Path } from '../issue.ts';
import { isMapping, own } from '../plain.ts';

/** A copy of the data with another value at the path; undefined takes the key or the item away. */
export function withValueAt(data: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(data)) return withItemAt(data, Number(key), rest, value);
  const mapping = isMapping(data) ? data : {};
  const name = String(key);
  if (value === undefined && !Object.hasOwn(mapping, name)) return data;
  const changed = withValueAt(own(mapping, name), rest, value);
  if (changed !== undefined) return { ...mapping, [name]: changed };
  return Object.fromEntries(Object.entries(mapping).filter(([other]) => other !== name));
}

function withItemAt(list: readonly unknown[], position: number, rest: Path, value: unknown) {
  const changed = withValueAt(list[position], rest, value);
  return changed === undefined
    ? list.toSpliced(position, 1)
    : Object.assign([...list], { [position]: changed });
}
