import { isAbsolute, relative, resolve } from 'node:path';
import { editSpecification } from '../specification/index.ts';
import { isMapping, own } from '../specification/plain.ts';
import { readable } from '../specification/edit/readable.ts';
import { withoutMark } from '../specification/yaml/text.ts';
import { isDirectory } from './find.ts';
import type { KitPin, LoadedKit } from './kit.ts';

/** The kits that the text of a specification names, as far as they are written as they should be. */
export function pinsIn(text: string): KitPin[] {
  // Most specifications name none, and need not be read twice.
  if (!text.includes('kits')) return [];
  const data = readable(withoutMark(text))?.data;
  const service = isMapping(data) ? own(data, 'service') : undefined;
  const named = isMapping(service) ? own(service, 'kits') : undefined;
  const pins = Array.isArray(named) ? named : [];
  return pins.every(isPin) ? pins : [];
}

function isPin(value: unknown): value is KitPin {
  return (
    isMapping(value) &&
    ['kit', 'version', 'integrity'].every((key) => typeof value[key] === 'string')
  );
}

export function pinOf({ ref, version, integrity }: LoadedKit): KitPin {
  return { kit: ref, version, integrity };
}

/** The kit as a specification in another directory names it: a directory by its way from there. */
export function seenFrom<Each extends { readonly ref: string }>(
  kit: Each,
  here: string,
  there: string,
): Each {
  return { ...kit, ref: refFrom(kit.ref, here, there) };
}

/** The text of a specification that moves from one directory to another. */
export function withPinsMoved(text: string, here: string, there: string): string {
  const pins = pinsIn(text);
  const moved = pins.map((pin) => ({ ...pin, kit: refFrom(pin.kit, here, there) }));
  return pins.length === 0
    ? text
    : editSpecification(text, [{ path: ['service', 'kits'], value: moved }]);
}

function refFrom(ref: string, here: string, there: string): string {
  if (!isDirectory(ref)) return ref;
  const way = relative(there, resolve(here, ref)).replaceAll('\\', '/');
  if (isAbsolute(way)) return way;
  return way.startsWith('..') ? way : `./${way}`;
}

/** The text with these kits in it, each at the place of the one that it replaces, or behind the others. */
export function withPins(text: string, kits: readonly LoadedKit[]): string {
  const pins = pinsIn(text);
  const replaced = pins.map((pin) => kits.map(pinOf).find(({ kit }) => kit === pin.kit) ?? pin);
  const added = kits.map(pinOf).filter(({ kit }) => !pins.some((pin) => pin.kit === kit));
  return editSpecification(text, [{ path: ['service', 'kits'], value: [...replaced, ...added] }]);
}
