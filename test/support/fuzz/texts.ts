import { sample, stringMatching } from 'fast-check';
import type { Random } from './random.ts';

/** How long a text or a list may be, by a schema. */
export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'ABC xyz 0123456789 -_.,;:!?()/',
  'äöüßéèñçøåæœ ÄÖÜ',
  '日本語中文한국어',
  'עברית عربى',
  '\u{1f600}\u{1f680}\u{10ffff}',
  '<>&"\'\\/`${}\t\n\r',
] as const;
/** Further than this, only the length itself is of interest. */
const usual = 60;

/** A text of as many code points as the bounds permit; every character is one that XML can carry. */
export function textOf(random: Random, { minimum, maximum }: Bounds): string {
  // Making and reading a very long one takes the time of many requests.
  const length = random.chance(maximum > 5000 ? 0.001 : 0.04)
    ? maximum
    : random.chance(0.05)
      ? minimum
      : random.int(minimum, Math.max(minimum, Math.min(maximum, usual)));
  const characters = [...random.pick(alphabets)];
  return Array.from({ length }, () => random.any(characters) ?? 'a').join('');
}

/** Making one takes longer than sending it. */
const samples = new Map<string, readonly string[]>();
const sampled = 200;

/** A text that a pattern matches and the bounds permit; undefined where none is found. */
export function matching(
  random: Random,
  pattern: string,
  { minimum, maximum }: Bounds,
): string | undefined {
  const found = samples.get(pattern) ?? samplesOf(pattern);
  samples.set(pattern, found);
  const text = random.any(found);
  if (text === undefined) return undefined;
  // So that a member that must be unique has more values than there are samples.
  const another = text.replaceAll(/[0-9A-Z]/g, (character) =>
    /\d/.test(character) ? String(random.int(0, 9)) : random.int(10, 35).toString(36).toUpperCase(),
  );
  const fits = (each: string) => [...each].length >= minimum && [...each].length <= maximum;
  return [another, text].find((each) => fits(each) && new RegExp(pattern, 'u').test(each));
}

/** A lookahead, with groups in it that have no groups of their own. */
const lookahead = /\(\?[=!](?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)/gu;

function samplesOf(pattern: string): string[] {
  // The library cannot make texts for a lookahead: they are made without it, and those that it refuses are left out.
  const arbitrary = stringMatching(new RegExp(pattern.replaceAll(lookahead, ''), 'u'));
  const expression = new RegExp(pattern, 'u');
  return sample(arbitrary, { seed: 1, numRuns: sampled }).filter(
    (text) => isCarried(text) && expression.test(text),
  );
}

/** Whether JSON, both databases and XML can carry a text. */
function isCarried(text: string): boolean {
  return text.isWellFormed() && !/[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/u.test(text);
}

/** A text that a format describes, without anything that its readers do not agree about. */
export function formatted(random: Random, format: string): string | undefined {
  return forms[format]?.(random);
}

const two = (random: Random, minimum: number, maximum: number) =>
  String(random.int(minimum, maximum)).padStart(2, '0');
const word = (random: Random) =>
  Array.from({ length: random.int(3, 10) }, () => random.int(10, 35).toString(36)).join('');

function dateOf(random: Random): string {
  const year = random.pick(['0001', '1582', '1900', '1970', '2024', '2026', '2100', '9998']);
  const day = `${year}-${two(random, 1, 12)}-${two(random, 1, 28)}`;
  return random.chance(0.1) ? '2024-02-29' : day;
}

function timeOf(random: Random): string {
  return `${two(random, 0, 23)}:${two(random, 0, 59)}:${two(random, 0, 59)}`;
}

/** Some with other spellings than the canonical one, and the longest that there are. */
const durations = [
  'PT15M',
  'P1D',
  'P1Y2M3DT4H5M6.007S',
  'P4W',
  'PT0.50S',
  'P0D',
  'P999999999D',
  'P999999999Y11M',
  'PT86399999999999.999S',
];

const forms: Readonly<Record<string, (random: Random) => string>> = {
  date: dateOf,
  'date-time': (random) => {
    const fraction = random.pick(['', '.1', '.123', '.123456', '.999999999']);
    const offset = random.pick(['Z', 'Z', '+00:00', '+01:00', '-05:30', '+14:00', '-12:00']);
    return `${dateOf(random)}T${timeOf(random)}${fraction}${offset}`;
  },
  'time-local': timeOf,
  uuid: (random) => random.uuid(),
  email: (random) => `${word(random)}.${word(random)}@${word(random)}.example`,
  hostname: (random) => random.pick([word(random), `${word(random)}.example`, 'a.b-c.example']),
  uri: (random) =>
    random.pick([
      `https://${word(random)}.example/${word(random)}?a=1&b=%C3%A9#f`,
      `urn:isbn:${String(random.int(1, 10 ** 9))}`,
      `mailto:${word(random)}@example.com`,
    ]),
  duration: (random) =>
    random.pick(['PT15M', 'P1D', 'P1Y2M3DT4H5M6S', 'P4W', `PT${String(random.int(1, 10 ** 6))}S`]),
  'iso-duration': (random) => random.pick([`PT${String(random.int(1, 10 ** 6))}S`, ...durations]),
  int64: (random) =>
    random.pick([
      '0',
      '-1',
      '9223372036854775807',
      '-9223372036854775808',
      '9007199254740993',
      String(random.int(-(10 ** 9), 10 ** 9)),
      String(random.int(0, 100)),
    ]),
  byte: (random) =>
    Buffer.from(Array.from({ length: random.int(0, 24) }, () => random.int(0, 255))).toString(
      'base64',
    ),
};
