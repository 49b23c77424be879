import type { ResolvedField } from '../../specification/index.ts';
import { canonical } from '../../specification/values/json.ts';
import { validateValue } from '../../specification/values/value.ts';
import { canonicalOf } from './canonical.ts';

/** Distinct values of one field, made as they are wanted. */
export interface Supply {
  /** As many as there are, up to this number. */
  first(wanted: number): readonly unknown[];
}

/**
 * Keeps of candidates those that the field has, each once and in the spelling that the service answers with.
 *
 * @param candidates those that are undefined mean nothing
 */
export function supplyOf(field: ResolvedField, candidates: Iterator<unknown>): Supply {
  const values: unknown[] = [];
  const seen = new Set<string>();
  let isOver = false;

  /** Whether there was another one. */
  function another(): boolean {
    for (;;) {
      const { value, done } = candidates.next();
      if (done === true) return false;
      if (value === undefined || validateValue(field, value) !== undefined) continue;
      const own = canonicalOf(field, value);
      const text = canonical(own);
      if (seen.has(text)) continue;
      seen.add(text);
      values.push(own);
      return true;
    }
  }

  return {
    first(wanted) {
      while (!isOver && values.length < wanted) isOver = !another();
      return values.slice(0, wanted);
    },
  };
}
