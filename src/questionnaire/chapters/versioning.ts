import { askText } from '../asking.ts';
import { takesDefaults, type Chapter } from '../chapter.ts';
import { problemOf } from '../checking.ts';
import { withSection, type Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { without } from '../without.ts';

export const versioning: Chapter = {
  part: 'versioning',
  about: 'how the interface changes over time',
  async ask(ask, draft, _, again) {
    if (!again && (await takesDefaults(ask, understood(draft)))) return draft;
    ask.say('  Versions stand in the path, /v1/…: the one strategy that there is so far.');
    const released = await askText(ask, {
      message: 'Version 1 is released on, such as 2026-03-01 (empty: a draft)',
      default: releaseOf(draft),
      check: (typed) => problemOf(draft, withRelease(draft, typed)),
    });
    return withRelease(draft, released);
  },
  understood,
};

function withRelease(draft: Draft, released: string): Draft {
  return withSection(draft, 'versioning', {
    ...without(draft.versioning ?? {}, 'versions'),
    ...(released === '' ? {} : { versions: { 1: { released } } }),
  });
}

function releaseOf({ versioning }: Draft): string | undefined {
  return versioning?.versions?.['1']?.released;
}

function understood(draft: Draft): string {
  const released = releaseOf(draft);
  return released === undefined
    ? 'in the path (/v1); version 1 is a draft until released'
    : `in the path (/v1); version 1 is released on ${printable(released)}`;
}
