import { defined } from '../../specification/plain.ts';
import type { LimitsSection } from '../../specification/index.ts';
import { standards } from '../../specification/schema/standards.ts';
import { askText } from '../asking.ts';
import { takesDefaults, type Chapter } from '../chapter.ts';
import { problemOf } from '../checking.ts';
import { withSection, type Draft } from '../draft.ts';
import { printable } from '../printable.ts';

type Key = keyof LimitsSection;

const questions: readonly { readonly key: Key; readonly message: string }[] = [
  { key: 'body', message: 'Largest body of a request' },
  { key: 'uri', message: 'Longest path with query' },
  { key: 'headers', message: 'Largest headers together' },
  { key: 'depth', message: 'Deepest nesting in a body' },
  { key: 'requestTimeout', message: 'Longest time for a request to arrive' },
  { key: 'headersTimeout', message: 'Longest time for its headers' },
  { key: 'keepAliveTimeout', message: 'How long an idle connection stays open' },
];

export const limits: Chapter = {
  part: 'limits',
  about: 'how much a client may ask for',
  async ask(ask, draft, _, again) {
    if (!again && (await takesDefaults(ask, understood(draft)))) return draft;
    let answered = draft;
    for (const { key, message } of questions) {
      const present = answered;
      const typed = await askText(ask, {
        message,
        default: valueOf(present, key),
        check: (text) => problemOf(present, withLimit(present, key, text)),
      });
      answered = withLimit(present, key, typed);
    }
    return answered;
  },
  understood,
};

function withLimit(draft: Draft, key: Key, text: string): Draft {
  const value = text === '' || text === String(standards[key]) ? undefined : numberIn(text);
  return withSection(draft, 'limits', defined({ ...draft.limits, [key]: value }));
}

/** A number where only digits were typed: bytes of a size, levels of a depth. */
function numberIn(text: string): string | number {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : text;
}

function valueOf({ limits }: Draft, key: Key): string {
  return String(limits?.[key] ?? standards[key]);
}

function understood(draft: Draft): string {
  const value = (key: Key): string => printable(valueOf(draft, key));
  return `bodies ${value('body')}, paths ${value('uri')}, ${value('depth')} levels, ${value('requestTimeout')} a request`;
}
