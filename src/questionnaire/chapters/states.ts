import type { Chapter } from '../chapter.ts';

/** Nothing to ask yet: the section has no key. */
export const states: Chapter = {
  part: 'states',
  about: 'how a row moves from one state to the next',
  ask: (_, draft) => Promise.resolve(draft),
  understood: () => 'none: no resource has states of its own yet',
};
