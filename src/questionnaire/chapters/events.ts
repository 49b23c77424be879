import type { Chapter } from '../chapter.ts';

/** Nothing to ask yet: the section has no key. */
export const events: Chapter = {
  part: 'events',
  about: 'what it tells others',
  ask: (_, draft) => Promise.resolve(draft),
  understood: () => 'none: the service sends no events yet',
};
