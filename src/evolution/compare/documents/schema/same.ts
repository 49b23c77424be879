import { isDeepStrictEqual } from 'node:util';
import { isMapping } from '../../../../specification/plain.ts';
import { membersOf, referenceIn, type Part } from '../../../../openapi/parts.ts';
import { namesOf, type Comparison, type Maybe } from '../comparison.ts';

/** Whether two parts say the same, behind all of their references; texts for people count as well. */
export function isSame(
  { was, is }: Maybe,
  comparison: Pick<Comparison, 'was' | 'is' | 'identify'>,
): boolean {
  const assumed = new Set<string>();
  const pairs: [Part | undefined, Part | undefined][] = [[was, is]];
  // One after the other, so that no document is too deep.
  for (const [one, other] of pairs) {
    comparison.was.step();
    const a = one === undefined ? undefined : followed(one, comparison.was);
    const b = other === undefined ? undefined : followed(other, comparison.is);
    if (a === undefined || b === undefined) {
      if (a === b) continue;
      return false;
    }
    const [before, after] = [a.value, b.value];
    if (!isContainer(before) || !isContainer(after)) {
      if (isDeepStrictEqual(before, after)) continue;
      return false;
    }
    const key = `${comparison.identify(before)}:${comparison.identify(after)}`;
    if (assumed.has(key)) continue;
    assumed.add(key);
    if (Array.isArray(before) !== Array.isArray(after)) return false;
    const [mine, yours] = [childrenOf(a), childrenOf(b)];
    if (mine.size !== yours.size) return false;
    for (const name of namesOf(mine, yours)) pairs.push([mine.get(name), yours.get(name)]);
  }
  return true;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function childrenOf(part: Part): Map<string, Part> {
  if (!Array.isArray(part.value)) return new Map(membersOf(part));
  return new Map(
    part.value.map((value: unknown, index) => [
      String(index),
      { value, path: [...part.path, index] },
    ]),
  );
}

/** Through what is a reference alone. */
function followed(part: Part, origin: Comparison['was']): Part {
  return isReferenceAlone(part) ? origin.deref(part) : part;
}

export function isReferenceAlone(part: Part): boolean {
  return (
    referenceIn(part) !== undefined && isMapping(part.value) && Object.keys(part.value).length === 1
  );
}
