import { mergeLines } from './lines.ts';
import { isNameless, mergeOrder, withMissing } from './order.ts';
import { cleanText, isConflict } from './parts.ts';
import type { Part, Split, Unit } from './types.ts';

interface Three<T> {
  readonly base: T;
  readonly mine: T;
  readonly next: T;
}

/** A text and what is compared in its place. */
type Compared = Pick<Unit, 'text' | 'formatted'>;

/** Merges texts that were taken apart, unit by unit; undefined where that does not apply. */
export function mergeSplits({ base, mine, next }: Three<Split>): Part[] | undefined {
  if (base.kind !== mine.kind || base.kind !== next.kind) return undefined;
  const units = { base: byKey(base), mine: byKey(mine), next: byKey(next) };
  const keys = {
    base: [...units.base.keys()],
    mine: [...units.mine.keys()],
    next: [...units.next.keys()],
  };
  const order = mergeOrder(keys);
  if (order === undefined) return undefined;
  const all = new Set([...keys.mine, ...keys.next]);
  const outcomes = new Map<string, MergedUnit>();
  for (const key of all) {
    const merged = mergeUnit({
      base: units.base.get(key),
      mine: units.mine.get(key),
      next: units.next.get(key),
    });
    if (merged !== undefined) outcomes.set(key, merged);
  }
  // A named part of which one side has only another text is there; a nameless one is another part.
  if ([...outcomes].some(([key, { parts }]) => isNameless(key) && parts.some(isConflict))) {
    return undefined;
  }
  const present = new Set(outcomes.keys());
  const placed = withMissing(withMissing(order, present, keys.mine), present, keys.next);
  const merged = placed.flatMap((key) => outcomes.get(key) ?? []);
  return [
    ...mergeTexts({ base: headOf(base), mine: headOf(mine), next: headOf(next) }),
    ...joined(merged, mine.units.length > 0 ? mine.commas : next.commas),
    ...mergeTexts({ base: tailOf(base), mine: tailOf(mine), next: tailOf(next) }),
  ];
}

interface MergedUnit {
  readonly parts: readonly Part[];
  readonly rest: string;
}

/** Undefined: the unit goes. */
function mergeUnit({ base, mine, next }: Three<Unit | undefined>): MergedUnit | undefined {
  if (mine !== undefined && next !== undefined) {
    if (base !== undefined)
      return { parts: mergeTexts({ base, mine, next }), rest: restOf({ base, mine, next }) };
    return {
      parts: same(mine, next) ? [mine.text] : [{ mine: mine.text, base: '', next: next.text }],
      rest: mine.rest,
    };
  }
  const left = mine ?? next;
  if (left === undefined) return undefined;
  if (base === undefined) return { parts: [left.text], rest: left.rest };
  if (same(left, base)) return undefined;
  const conflict = { mine: mine?.text ?? '', base: base.text, next: next?.text ?? '' };
  return { parts: [conflict], rest: left.rest };
}

/** Merges one text: by comparison, by line, by what is in it, and at last by line after formatting. */
function mergeTexts({ base, mine, next }: Three<Compared & Partial<Unit>>): Part[] {
  if (same(next, base) || same(mine, next)) return [mine.text];
  if (mine.text === base.text) return [next.text];
  const byLine = mergeLines({ base: base.text, mine: mine.text, next: next.text });
  if (cleanText(byLine) !== undefined) return byLine;
  const inner = { base: base.inner?.(), mine: mine.inner?.(), next: next.inner?.() };
  if (inner.base !== undefined && inner.mine !== undefined && inner.next !== undefined) {
    const merged = mergeSplits({ base: inner.base, mine: inner.mine, next: inner.next });
    if (merged !== undefined) return merged;
  }
  if (same(mine, base)) return [next.text];
  const { formatted } = mine;
  const again = mergeLines({ base: base.formatted, mine: formatted, next: next.formatted });
  return cleanText(again) === undefined ? byLine : again;
}

/** What follows a comma is a comment at the end of the line, or nothing. */
function restOf({ base, mine, next }: Three<Unit>): string {
  return mine.rest.trim() === base.rest.trim() ? next.rest : mine.rest;
}

function joined(units: readonly MergedUnit[], commas: Split['commas']): Part[] {
  return units.flatMap(({ parts, rest }, index): Part[] => {
    const isLast = index === units.length - 1;
    const comma = commas === 'after-each' || (commas === 'between' && !isLast) ? ',' : '';
    const last = parts.at(-1);
    const needsEnd =
      commas === undefined && !isLast && typeof last === 'string' && !last.endsWith('\n');
    const isApart = needsEnd && /^\s/.test(startOf(units[index + 1]));
    return [...withComma(parts, comma), rest, needsEnd && !isApart ? '\n' : ''];
  });
}

/** A side of a conflict that has nothing has no comma either. */
function withComma(parts: readonly Part[], comma: string): Part[] {
  const last = parts.at(-1);
  if (comma === '' || last === undefined || !isConflict(last)) return [...parts, comma];
  const add = (side: string): string => (side === '' ? '' : `${side}${comma}`);
  const { mine, base, next } = last;
  return [...parts.slice(0, -1), { mine: add(mine), base: add(base), next: add(next) }];
}

function startOf(unit: MergedUnit | undefined): string {
  const [first = ''] = unit?.parts ?? [];
  return isConflict(first) ? first.mine || first.next : first;
}

function same(a: Compared, b: Compared): boolean {
  return a.text === b.text || a.formatted.trim() === b.formatted.trim();
}

function byKey({ units }: Split): Map<string, Unit> {
  const result = new Map<string, Unit>();
  for (const unit of units) {
    let key = unit.key;
    for (let copy = 2; result.has(key); copy += 1) key = `${unit.key} ${copy}`;
    result.set(key, unit);
  }
  return result;
}

function headOf({ head, formattedHead }: Split): Compared {
  return { text: head, formatted: formattedHead };
}

function tailOf({ tail, formattedTail }: Split): Compared {
  return { text: tail, formatted: formattedTail };
}
