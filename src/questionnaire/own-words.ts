import { pluralOf } from '../specification/index.ts';
import { own } from '../specification/plain.ts';
import type { Ask, Words } from './ask.ts';
import type { Draft } from './draft.ts';

/** Examples speak of orders; in a service of tickets they speak of tickets. Undefined: there is no resource yet. */
export function ownWords({ resources }: Pick<Draft, 'resources'>): Words | undefined {
  const name = Object.keys(resources)[0];
  if (name === undefined) return undefined;
  const plural = own(resources, name)?.plural ?? pluralOf(name);
  const article = /^[aeiou]/.test(name) ? 'an' : 'a';
  const inPaths = (text: string): string =>
    text.replaceAll(/(?<=\/)orders\b/g, plural).replaceAll(/\border(?=\.\w|:)/g, name);
  return {
    text: inPaths,
    example: (text) =>
      inPaths(text)
        .replaceAll(/\borders\b/g, plural)
        .replaceAll(/\ban order\b/g, `${article} ${name}`)
        .replaceAll(/(?<!\bin )\border\b/g, name),
  };
}

/** A line with an example, in the words of the service that is asked about. */
export function exampleLine({ words }: Pick<Ask, 'words'>, line: string): string {
  return words?.example(line) ?? line;
}
