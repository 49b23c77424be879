/** What happens to versions of an interface: commands as functions from a specification to an edited one, and the timeline. */
export { applyCommand, type Command, type Edited, type Refusal } from './command.ts';
export { deprecate, type Deprecation } from './commands/deprecate.ts';
export { extend, type Extension } from './commands/extend.ts';
export { limit, type Limitation } from './commands/limit.ts';
export {
  release,
  type Freezing,
  type Frozen,
  type Released,
  type Releasing,
} from './commands/release.ts';
export { releaseVersion } from './commands/release-older.ts';
export { reprieve, type Reprieve } from './commands/reprieve.ts';
export { sunset, type Ending } from './commands/sunset.ts';
export { releasesOf, type VersionRelease } from './releases.ts';
export { dayOf } from './days.ts';
export type { Standing } from './standing.ts';
export { timelineOf, type Timeline } from './timeline.ts';
export { timelinePicture } from './timeline-picture.ts';
