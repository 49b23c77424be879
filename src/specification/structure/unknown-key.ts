import type { ErrorObject } from 'ajv/dist/2020.js';
import type { IssueDetails, Path } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { defined, isMapping } from '../plain.ts';
import { shown } from '../shown.ts';
import { elsewhereOf } from './elsewhere.ts';
import { isLater, laterMessage, refusedOfFlags } from './later.ts';

/** A key that the mapping at `path` does not have. */
export function unknownKey(error: ErrorObject, path: Path, key: string): IssueDetails {
  const allowed = keysOf(error);
  if (isLater(path, key)) {
    return { code: 'not-yet', message: laterMessage(key) };
  }
  const refused = refusedOfFlags(path, key);
  if (refused !== undefined) {
    return { code: 'not-of-flags', message: `${shown(key)} cannot be written here: ${refused}` };
  }
  const type = isMapping(error.data) ? error.data['type'] : undefined;
  const isField = allowed.includes('type') && typeof type === 'string';
  const elsewhere = elsewhereOf(path, key, error.data);
  if (elsewhere !== undefined) return { code: 'unknown-key', ...elsewhere };
  const owner = ownerOf(key, error);
  if (owner !== undefined) {
    const message = `the key "${key}" belongs inside of "${owner}"`;
    return { code: 'unknown-key', message, suggestion: `${owner}: { ${key}: … }` };
  }
  const message = `unknown key ${shown(key)}${isField ? ` for the type "${type}"` : ''}`;
  return {
    code: 'unknown-key',
    message,
    allowed,
    ...defined({ suggestion: nearest(key, allowed) }),
  };
}

/** The neighbour that is a mapping with such a key: what is meant stands one level too high. */
function ownerOf(key: string, error: ErrorObject): string | undefined {
  const neighbours: unknown = error.parentSchema?.['properties'];
  if (!isMapping(neighbours)) return undefined;
  return Object.keys(neighbours).find((name) => {
    const inside = isMapping(neighbours[name]) ? neighbours[name]['properties'] : undefined;
    return isMapping(inside) && Object.hasOwn(inside, key);
  });
}

function keysOf(error: ErrorObject): string[] {
  const properties: unknown = error.parentSchema?.['properties'];
  return isMapping(properties) ? Object.keys(properties) : [];
}
