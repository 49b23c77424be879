import { conflictText, type Place } from './conflict-text.ts';
import { formatted, type Style } from './formatting.ts';
import { languageOf, type Language } from './language.ts';
import { mergeLines } from './lines.ts';
import { cleanText, wholeLines } from './parts.ts';
import type { Part, Split, Versions } from './types.ts';
import { mergeSplits } from './units.ts';
import { zip } from './zip.ts';

export interface MergeInput extends Versions {
  /** Relative to the service; its end tells the language. */
  readonly path: string;
  /** How the service formats its code. */
  readonly style?: Style;
}

export type Merged =
  | { readonly kind: 'clean'; readonly text: string }
  | {
      readonly kind: 'conflict';
      /** For a caller that resolves the conflicts with one of the sides. */
      readonly parts: readonly Part[];
      /** The merged text with marks. */
      readonly text: string;
      readonly places: readonly Place[];
    };

/**
 * Merges what a person changed in a file with what the generator changes in it. Where one side changed nothing, the other is taken; else
 * lines are merged, and where that conflicts or does not hold together, declarations and members, or keys. What a person typed is in the
 * result as they typed it, unless the generator changes the same declaration and the person formatted it anew: that one is written as the
 * service's formatter writes it.
 */
export async function merge(input: MergeInput): Promise<Merged> {
  const { base, mine, next } = input;
  if (mine === base) return { kind: 'clean', text: next };
  if (next === base || mine === next) return { kind: 'clean', text: mine };
  const byLine = wholeLines(mergeLines(input));
  const text = cleanText(byLine);
  const language = languageOf(input.path);
  if (language === 'text') return outcome(byLine);
  const split = await splitterOf(language, input.path);
  // Where a version is broken already, nothing can be taken apart.
  const isWhole = [base, mine, next].every((each) => split(each) !== undefined);
  if (!isWhole) return outcome(byLine);
  if (text !== undefined && holdsTogether(split(text), [mine, next].map(split))) {
    return { kind: 'clean', text };
  }
  const parts = await mergeUnits(input, language, split);
  if (parts === undefined) return outcome(text === undefined ? byLine : whole(input));
  const merged = cleanText(parts);
  if (merged === undefined || holdsTogether(split(merged), [mine, next].map(split))) {
    return outcome(parts);
  }
  return outcome(text === undefined ? byLine : whole(input));
}

type Splitter = (text: string) => Split | undefined;

/** The parser of TypeScript is large: it is loaded for files that both sides changed, and not before. */
async function splitterOf(language: Exclude<Language, 'text'>, path: string): Promise<Splitter> {
  if (language === 'yaml') {
    const { splitYaml } = await import('./yaml.ts');
    return splitYaml;
  }
  const { splitCode } = await import('./typescript.ts');
  return (text) => splitCode(path, text);
}

async function mergeUnits(
  { base, mine, next, style = {} }: MergeInput,
  language: Language,
  split: Splitter,
): Promise<Part[] | undefined> {
  const apart = async (text: string): Promise<Split | undefined> => {
    const typed = split(text);
    return typed === undefined
      ? undefined
      : zip(typed, split(await formatted(text, language, style)));
  };
  const splits = { base: await apart(base), mine: await apart(mine), next: await apart(next) };
  if (splits.base === undefined || splits.mine === undefined || splits.next === undefined) {
    return undefined;
  }
  const parts = mergeSplits({ base: splits.base, mine: splits.mine, next: splits.next });
  return parts === undefined ? undefined : wholeLines(parts);
}

/** Whether a merged text has valid syntax, and no name twice that neither side has twice. */
function holdsTogether(merged: Split | undefined, sides: readonly (Split | undefined)[]): boolean {
  if (merged === undefined) return false;
  const allowed = new Set(sides.flatMap((side) => (side === undefined ? [] : repeated(side))));
  return repeated(merged).every((name) => allowed.has(name));
}

/** Names that are there twice on one level, with the names above them. */
function repeated({ units }: Split, above = ''): string[] {
  const seen = new Set<string>();
  const result: string[] = [];
  for (const { key, inner } of units) {
    const path = `${above}/${key}`;
    if (seen.has(key) && !key.startsWith('=')) result.push(path);
    seen.add(key);
    const within = inner();
    if (within !== undefined) result.push(...repeated(within, path));
  }
  return result;
}

function whole({ mine, base, next }: Versions): Part[] {
  return [{ mine, base, next }];
}

function outcome(parts: readonly Part[]): Merged {
  const text = cleanText(parts);
  return text === undefined
    ? { kind: 'conflict', parts, ...conflictText(parts) }
    : { kind: 'clean', text };
}
