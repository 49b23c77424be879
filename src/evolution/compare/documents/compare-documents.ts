import type { Change } from '../change.ts';
import { changesOf } from '../changes.ts';
import { memberOf } from '../../../openapi/parts.ts';
import type { OpenApiDocument } from '../../../openapi/read/read-document.ts';
import { compareOutgoing } from './callbacks.ts';
import { NotComparable, originOf, type Age, type Comparison } from './comparison.ts';
import { compareItem } from './items.ts';
import { comparePaths } from './paths.ts';
import { allFound } from './schema/compare-schemas.ts';
import { identities, levelsOf } from './schema/level.ts';
import { compareSchemes, renamedSchemes } from './schemes.ts';
import { compareGeneralRequirements } from './security.ts';
import { compareService } from './service.ts';
import { documentRowOf } from './table.ts';

/** Every change between two documents, or why they cannot be compared. */
export type DocumentsCompared =
  | { readonly ok: true; readonly changes: readonly Change[] }
  | {
      readonly ok: false;
      /** The document that it is about. */
      readonly age: Age;
      readonly line: number;
      readonly message: string;
    };

/**
 * Every change between two OpenAPI documents that clients could notice, sorted by path and identifier. Never throws. A schema that many
 * places use is compared once for requests and once for responses, at the first of them.
 *
 * @param today the day by which sunsets are past
 */
export function compareDocuments(
  was: OpenApiDocument,
  is: OpenApiDocument,
  today: string = new Date().toISOString().slice(0, 10),
): DocumentsCompared {
  try {
    return { ok: true, changes: changesBetween(was, is, today) };
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error;
    const { age, path, message } = error;
    const line = (age === 'old' ? was : is).lineOf(path);
    return { ok: false, age, line, message };
  }
}

function changesBetween(was: OpenApiDocument, is: OpenApiDocument, today: string): Change[] {
  const [old, fresh] = [originOf(was, 'old'), originOf(is, 'new')];
  const both = {
    was: { ...old, levels: levelsOf(old) },
    is: { ...fresh, levels: levelsOf(fresh) },
    identify: identities(),
  };
  const comparison: Comparison = {
    ...both,
    renamedSchemes: renamedSchemes(both),
    today,
    later: [],
    compared: new Set(),
    harmless: new Map(),
  };
  const webhooks = {
    was: memberOf(comparison.was.root, 'webhooks'),
    is: memberOf(comparison.is.root, 'webhooks'),
  };
  const first = [
    ...compareService(comparison),
    ...comparePaths(comparison),
    ...compareOutgoing('webhooks', webhooks, comparison, compareItem),
    ...compareGeneralRequirements(comparison),
    ...compareSchemes(comparison),
  ];
  return changesOf([...allFound(first, comparison)], documentRowOf, wayOf);
}

/** Between documents there are no steps that keep older clients as they are. */
function wayOf({ action }: { readonly action: string }): string {
  switch (action) {
    case 'pass':
      return 'Nothing has to be done.';
    case 'review':
      return 'Make sure that clients can take it, and acknowledge it.';
    default:
      return 'Take it back, or make it in a new version.';
  }
}
