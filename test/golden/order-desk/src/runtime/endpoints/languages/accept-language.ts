import { BoundedMap } from '../../storage/bounded-map.ts';
import { weightedElements } from '../header-list.ts';
import type { Texts } from './texts.ts';

/**
 * Chooses the language by lookup (RFC 4647, section 3.4): of the preferred range first, each cut from its end until a
 * language has it. Nothing that fits means the first language, and never a refusal.
 */
export function byAcceptLanguage(
  languages: readonly [Texts, ...Texts[]],
): (header: string | undefined) => Texts {
  const choices = new BoundedMap<string, Texts>(100);
  return (header) =>
    header === undefined
      ? languages[0]
      : choices.getOrCreate(header, () => lookUp(header, languages) ?? languages[0]);
}

function lookUp(header: string, languages: readonly Texts[]): Texts | undefined {
  const ranges = weightedElements(header)
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { value } of ranges) {
    if (value === '*') return undefined;
    for (let tag = value; tag !== ''; tag = shorter(tag)) {
      const found = languages.find(({ language }) => language === tag);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Without its last subtag, nor a single letter that would then be the last one. */
function shorter(tag: string): string {
  return tag.replace(/(-[^-])?(-[^-]*)$|^[^-]*$/, '');
}
