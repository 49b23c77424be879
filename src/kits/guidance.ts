import { isDeepStrictEqual } from 'node:util';
import type { Guidance } from '../questionnaire/index.ts';
import { keySchemaAt } from '../specification/key-schema.ts';
import type { Specification } from '../specification/index.ts';
import { isMapping, own } from '../specification/plain.ts';
import { layerOf } from './apply.ts';
import { shownKit, type KeyPath, type Kit, type Mapping } from './kit.ts';
import { alone, merged, shownValue, valueAt } from './values.ts';

/** How kits guide the questionnaire: it begins with what they say, and does not ask what they lock. */
export function guidanceOf(kits: readonly Kit[]): Guidance {
  return {
    locks: kits.flatMap((kit) =>
      kit.locked.map(({ path, value, reason }) => ({
        path,
        says: `${path.join('.')}: ${shownValue(value)}, locked by ${shownKit(kit)}: ${reason}`,
      })),
    ),
    filled: (draft) => specification(merged(layerOf(kits, draft).defaults, draft)),
    written: (answers) => writtenOf(layerOf(kits, answers).defaults, answers),
  };
}

/**
 * What has to be written so that the answers hold: nothing that kits say anyway, and what was chosen against them although it would
 * hold without them.
 */
function writtenOf(defaults: Mapping, answers: Specification): Specification {
  const against = leaves(defaults, []).reduce<unknown>((written, path) => {
    const defaultValue = keySchemaAt(path)?.default;
    const isChosen = valueAt(answers, path) === undefined && defaultValue !== undefined;
    return isChosen ? merged(alone(path, defaultValue), written) : written;
  }, answers);
  return specification(difference(against, defaults) ?? {});
}

/** What of a value another one does not say; undefined: nothing. */
function difference(value: unknown, said: unknown): unknown {
  if (isDeepStrictEqual(value, said)) return undefined;
  if (!isMapping(value) || !isMapping(said)) return value;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const left = difference(inner, own(said, key));
    return left === undefined ? [] : [[key, left] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function leaves(value: unknown, path: KeyPath): KeyPath[] {
  return isMapping(value)
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
    : [path];
}

/** What the questionnaire works on has the form of a specification, right or not yet. */
function specification(value: unknown): Specification {
  return value as Specification;
}
