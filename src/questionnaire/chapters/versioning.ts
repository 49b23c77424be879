import { oldestFirst } from '../../specification/index.ts';
import { takesDefaults, type Chapter } from '../chapter.ts';
import type { Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { counted } from '../resources/resource.ts';
import { flagsOf } from '../versioning/change.ts';
import { askDefault } from '../versioning/default.ts';
import { exampleOf } from '../versioning/example.ts';
import { askFlags, askVersions } from '../versioning/lines.ts';
import { askStrategy, strategyOf } from '../versioning/strategy.ts';

export const versioning: Chapter = {
  part: 'versioning',
  about: 'how the interface changes over time',
  async ask(ask, draft, _, again) {
    if (!again && (await takesDefaults(ask, understood(draft)))) return draft;
    const chosen = await askStrategy(ask, draft);
    const listed = await askVersions(ask, chosen);
    return strategyOf(listed) === 'feature-flags' ? askFlags(ask, listed) : askDefault(ask, listed);
  },
  understood,
};

function understood(draft: Draft): string {
  const strategy = strategyOf(draft);
  const pinned = draft.versioning?.default;
  return printable(
    [
      `${strategy} (${exampleOf(draft, strategy)})`,
      describeVersions(draft),
      ...(pinned === undefined ? [] : [`${pinned} for clients that name none`]),
      ...(strategy === 'feature-flags'
        ? [counted(Object.keys(flagsOf(draft)).length, 'flag')]
        : []),
    ].join('; '),
  );
}

function describeVersions({ versioning }: Draft): string {
  const versions = versioning?.versions ?? { 1: {} };
  const labels = oldestFirst(Object.keys(versions));
  const [label = '1'] = labels;
  if (labels.length > 1) {
    return labels.length > 5
      ? `${counted(labels.length, 'version')}, ${label} to ${labels.at(-1) ?? ''}`
      : `versions ${labels.join(', ')}`;
  }
  const released = versions[label]?.released;
  return released === undefined
    ? `version ${label} is a draft until released`
    : `version ${label} is released on ${released}`;
}
