import { authentication } from './5-authentication.ts';
import { authorization } from './5-authorization.ts';
import type { Breakage } from './breakage.ts';
import { errors } from './7-errors.ts';
import { events } from './6-events.ts';
import { limits } from './8-limits.ts';
import { methods } from './4b-methods.ts';
import { paths } from './4a-paths.ts';
import { representations } from './4c-representations.ts';
import { resources } from './2-resources.ts';
import { service } from './1-service.ts';
import { states } from './3-states.ts';
import { differing } from './9-differing-versions.ts';
import { deprecations } from './3-deprecations.ts';
import { versions } from './3-versions.ts';

export type { Breakage, FixtureName } from './breakage.ts';

/** In the order of the conformance list. */
export const breakages: readonly Breakage[] = [
  ...service,
  ...resources,
  ...states,
  ...versions,
  ...deprecations,
  ...paths,
  ...methods,
  ...representations,
  ...authentication,
  ...authorization,
  ...events,
  ...errors,
  ...limits,
  ...differing,
];
