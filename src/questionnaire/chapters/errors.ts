import type { ErrorsSection, Language, TextByLanguage } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import type { Ask } from '../ask.ts';
import { askChoice, askText } from '../asking.ts';
import { takesDefaults, type Chapter } from '../chapter.ts';
import { problemOf } from '../checking.ts';
import { withSection, type Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { without, withoutName } from '../without.ts';

export const errors: Chapter = {
  part: 'errors',
  about: 'how errors are answered',
  async ask(ask, draft, _, again) {
    if (!again && (await takesDefaults(ask, understood(draft)))) return draft;
    const status = await askChoice(ask, {
      key: 'errors.validationStatus',
      message: 'Status where a field breaks a rule, such as a text too long',
      help: {
        text: 'What a client gets for a body that can be read and whose values are not allowed, with a problem document that lists them. Services differ; take the one that your clients know.',
        example: '422 for an order with a negative total',
      },
      choices: [
        { value: '400', name: '400 Bad Request' },
        { value: '422', name: '422 Unprocessable Content' },
      ],
      default: statusOf(draft) === 422 ? '422' : '400',
    });
    return askCodes(ask, withStatus(draft, status === '422' ? 422 : 400));
  },
  understood,
};

/** One line for each problem, until an empty one. */
async function askCodes(ask: Ask, draft: Draft): Promise<Draft> {
  ask.say('  Your own: credit-exceeded 409 Credit limit exceeded   (-credit-exceeded removes)');
  let answered = draft;
  for (;;) {
    for (const line of codeLines(answered)) ask.say(line);
    const present = answered;
    const typed = await askText(ask, {
      message: 'Problem (code status title, empty: done)',
      help: {
        text: 'A problem that your own rules answer with: its code in the address of its type, the HTTP status from 400 to 599, and a title for people.',
        example: ['credit-exceeded 409 Credit limit exceeded', '-credit-exceeded'],
      },
      check: (text) => (text === '' ? undefined : problemOfLine(present, text)),
    });
    if (typed === '') return answered;
    answered = withLine(present, typed) ?? present;
  }
}

function problemOfLine(draft: Draft, line: string): string | undefined {
  const changed = withLine(draft, line);
  if (changed !== undefined) return problemOf(draft, changed);
  return line.startsWith('-')
    ? `There is no problem ${printable(line.slice(1))}.`
    : 'A problem is a code, a status and a title: out-of-stock 409 Out of stock';
}

/** The draft with the problem that the line adds, changes or removes; undefined for a line of another form. */
function withLine(draft: Draft, line: string): Draft | undefined {
  const codes = draft.errors?.codes ?? {};
  if (line.startsWith('-')) {
    const code = line.slice(1);
    return own(codes, code) === undefined ? undefined : withCodes(draft, withoutName(codes, code));
  }
  const [, code = '', status, title = ''] = /^(\S+)\s+([0-9]{3})\s+(\S.*)$/.exec(line) ?? [];
  if (status === undefined) return undefined;
  const present = own(codes, code);
  const titled = withText(present?.title, title, languageOf(draft));
  return withCodes(draft, {
    ...codes,
    [code]: { ...present, status: Number(status), title: titled },
  });
}

/** Another text in the default language; those in other languages stay. */
function withText(
  present: TextByLanguage | undefined,
  text: string,
  language: Language,
): TextByLanguage {
  return typeof present === 'object' ? { ...present, [language]: text } : text;
}

function languageOf({ endpoints }: Draft): Language {
  return endpoints?.languages?.[0] ?? defaults.languages[0];
}

function withCodes(draft: Draft, codes: NonNullable<ErrorsSection['codes']>): Draft {
  return withSection(draft, 'errors', {
    ...without(draft.errors ?? {}, 'codes'),
    ...(Object.keys(codes).length === 0 ? {} : { codes }),
  });
}

function withStatus(draft: Draft, status: 400 | 422): Draft {
  return withSection(draft, 'errors', {
    ...(status === defaults.validationStatus ? {} : { validationStatus: status }),
    ...without(draft.errors ?? {}, 'validationStatus'),
  });
}

function statusOf({ errors }: Draft): number {
  return errors?.validationStatus ?? defaults.validationStatus;
}

function codeLines(draft: Draft): string[] {
  const language = languageOf(draft);
  return Object.entries(draft.errors?.codes ?? {}).map(([code, { status, title }]) =>
    printable(`    ${code} ${status} ${typeof title === 'object' ? title[language] : title}`),
  );
}

function understood(draft: Draft): string {
  const codes = Object.keys(draft.errors?.codes ?? {});
  const owned = codes.length === 0 ? 'no problems of its own' : codes.join(', ');
  return printable(`status ${statusOf(draft)} where a field breaks a rule; ${owned}`);
}
