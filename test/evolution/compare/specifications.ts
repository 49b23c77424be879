import assert from 'node:assert/strict';
import { stringify } from 'yaml';
import { readSpecification, type Reading } from '../../../src/specification/index.ts';

/** What a case sets, by keys joined by slashes; undefined takes the key away. */
export type Settings = Readonly<Record<string, unknown>>;

/** The smallest specification with these settings. Fails where it is not legal. */
export function specificationWith(settings: Settings): Extract<Reading, { ok: true }> {
  const text = textWith(settings);
  const reading = readSpecification(text, 'service.yaml');
  assert.ok(reading.ok, reading.ok ? '' : `${JSON.stringify(reading.mistakes, null, 1)}\n${text}`);
  return reading;
}

/** The same as the text of a `service.yaml`. */
export function textWith(settings: Settings): string {
  const specification = {
    service: { name: 'desk' },
    resources: { order: { fields: { title: { type: 'string' } } } },
  };
  for (const [path, value] of Object.entries(settings)) {
    set(specification, path.split('/'), structuredClone(value));
  }
  return stringify(specification, { aliasDuplicateObjects: false });
}

function set(root: object, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  const holder = root as Record<string, unknown>;
  if (rest.length === 0) {
    if (value === undefined) delete holder[key];
    else holder[key] = value;
    return;
  }
  holder[key] ??= {};
  set(holder[key] as object, rest, value);
}
