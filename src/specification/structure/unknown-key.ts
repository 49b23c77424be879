import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Judgement, Path } from '../fault.ts';
import { nearest } from '../nearest.ts';
import { defined, isMapping } from '../plain.ts';
import { shown } from '../shown.ts';
import { isLater, laterMessage } from './later.ts';

/** A key that the mapping at `path` does not have. */
export function unknownKey(error: ErrorObject, path: Path, key: string): Judgement {
  const allowed = keysOf(error);
  if (isLater(path, key)) {
    return { code: 'not-yet', message: laterMessage(key) };
  }
  const type = isMapping(error.data) ? error.data['type'] : undefined;
  const isField = allowed.includes('type') && typeof type === 'string';
  const message = `unknown key ${shown(key)}${isField ? ` for the type "${type}"` : ''}`;
  return {
    code: 'unknown-key',
    message,
    allowed,
    ...defined({ suggestion: nearest(key, allowed) }),
  };
}

function keysOf(error: ErrorObject): string[] {
  const properties: unknown = error.parentSchema?.['properties'];
  return isMapping(properties) ? Object.keys(properties) : [];
}
