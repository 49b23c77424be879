import { isDeepStrictEqual } from 'node:util';
import type { Found } from '../../change.ts';
import { found } from '../found.ts';
import type { Schemas } from './compare-schemas.ts';
import { isOn, type Level } from './level.ts';
import { knownRules } from './rules.ts';

const texts = ['title', 'description', 'externalDocs', '$comment'];
const examples = ['example', 'examples'];

/** Keywords that other comparisons know. */
const elsewhere = `$ref allOf oneOf anyOf discriminator type nullable format enum const default
  minLength maxLength minItems maxItems uniqueItems pattern minimum maximum exclusiveMinimum
  exclusiveMaximum multipleOf minProperties maxProperties properties patternProperties
  additionalProperties propertyNames required items prefixItems readOnly writeOnly deprecated $defs
  definitions x-extensible-enum x-sunset unevaluatedProperties`.split(/\s+/);
const known = new Set([...knownRules, ...texts, ...examples, ...elsewhere]);

/** Texts of a schema, and keywords that this comparison does not know. */
export function compareSaid({ before, after, place: { path } }: Schemas): Found[] {
  return [
    ...texts.flatMap((key) => changed(before, after, key, 'F10', path)),
    ...examples.flatMap((key) => changed(before, after, key, 'F11', path)),
    ...compareDeprecated(before, after, path),
    ...[...new Set([...before.keywords.keys(), ...after.keywords.keys()])]
      .filter((key) => !known.has(key))
      .sort()
      .flatMap((key) => changed(before, after, key, key.startsWith('x-') ? 'O03' : 'O06', path)),
  ];
}

function changed(before: Level, after: Level, key: string, id: string, path: string): Found[] {
  const [was, is] = [before.keywords.get(key), after.keywords.get(key)];
  if (isDeepStrictEqual(new Set(was), new Set(is))) return [];
  return [found(id, `${path}.${key}`, was?.at(-1), is?.at(-1))];
}

function compareDeprecated(before: Level, after: Level, path: string): Found[] {
  const [was, is] = [isOn(before, 'deprecated'), isOn(after, 'deprecated')];
  const place = `${path}.deprecated`;
  if (was !== is) return [found(is ? 'F12' : 'F13', place, was, is)];
  return changed(before, after, 'x-sunset', 'F18', path);
}
