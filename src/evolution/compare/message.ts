import type { Effect, Found, Lens, Row } from './change.ts';
import { capitalized } from '../../specification/names/casing.ts';
import { harmless } from '../../specification/shown.ts';

const longest = 80;

/**
 * What changed from what to what, what happens to clients, and what to do.
 *
 * @param way what to do; absent: what the rows of specifications say
 */
export function messageOf(row: Row, found: Found, way: (row: Row) => string = wayOf): string {
  return `${storyOf(row, found)} ${way(row)}`;
}

/** What changed from what to what, and what happens to clients. */
export function storyOf(row: Row, { was, is }: Found): string {
  const kind = row.change.replace(' (read-write)', '');
  // What the row says for example, from and to say of the change at hand.
  const isShown = was !== undefined && is !== undefined;
  const what = `${isShown ? kind.replace(/ \([^()]*->[^()]*\)$/, '') : kind}${fromTo(was, is)}.`;
  const harm = row.harm ?? harmOf(row);
  return [sentence(what), harm].filter((sentence) => sentence !== '').join(' ');
}

/** With a capital letter, unless it begins with a key as it is written, such as `maxLength`. */
function sentence(text: string): string {
  return /^[a-z]+[A-Z]/.test(text) ? text : capitalized(text);
}

/** A value on one line, cut to 80 characters. */
export function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const characters = Array.from(text.slice(0, 2 * longest));
  return harmless(
    characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text,
  );
}

function fromTo(was: unknown, is: unknown): string {
  if (was === undefined && is === undefined) return '';
  if (was === undefined) return `: ${textOf(is)}`;
  if (is === undefined) return ` (it was ${textOf(was)})`;
  return `, from ${textOf(was)} to ${textOf(is)}`;
}

function harmOf({ request, response }: Row): string {
  const sent: Readonly<Record<Effect, string>> = {
    'n/a': '',
    'non-breaking': '',
    'edge-case': 'Requests that were valid may be refused, or do something else.',
    breaking: 'Requests that were valid are refused.',
  };
  const read: Readonly<Record<Effect, string>> = {
    'n/a': '',
    'non-breaking': '',
    'edge-case': 'Readers may meet what they do not expect.',
    breaking: 'Clients that read it miss it, or do not understand it.',
  };
  return [sent[request], read[response]].filter((sentence) => sentence !== '').join(' ');
}

const ways: Readonly<Record<Lens, string>> = {
  'not-needed': 'older clients need nothing',
  automatic: 'its step keeps older clients as they are',
  'automatic-with-one-declared-value':
    'its step keeps older clients as they are, with a value that you declare',
  hook: 'its step keeps older clients as they are, with a function that you write',
  'not-bridgeable':
    'no step can keep older clients as they are, so they have to move before the older version ends',
};

function wayOf({ action, lens }: Row): string {
  switch (action) {
    case 'pass':
      return 'Nothing has to be done.';
    case 'review':
      return 'Make sure that clients can take it, and acknowledge it.';
    default:
      return `Take it back, or make it in a new version: ${ways[lens]}.`;
  }
}
