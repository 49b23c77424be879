import { parse, stringify } from 'yaml';
import { isMapping } from '../../src/specification/plain.ts';
import { blocksOf, tutorialText } from './blocks.ts';

/** The specification of the tutorial with the fragments of a page laid over it. */
export function withFragments(page: string): string {
  const fragments = blocksOf(page).filter(({ language }) => language === 'yaml');
  if (fragments.length === 0) return tutorialText();
  const all = fragments
    .map(({ text }): unknown => parse(text))
    // The file of a starter kit is another one.
    .filter((each) => isMapping(each) && !('kit' in each));
  return stringify(all.reduce(laidOver, parse(tutorialText())));
}

function laidOver(below: unknown, above: unknown): unknown {
  if (!isMapping(below) || !isMapping(above)) return above;
  const keys = Object.keys({ ...below, ...above });
  return Object.fromEntries(
    keys.map((key) => [key, key in above ? laidOver(below[key], above[key]) : below[key]]),
  );
}
