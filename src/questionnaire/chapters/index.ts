import type { Chapter } from '../chapter.ts';
import { authentication } from './authentication.ts';
import { endpoints } from './endpoints.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { limits } from './limits.ts';
import { resources } from './resources.ts';
import { service } from './service.ts';
import { states } from './states.ts';
import { versioning } from './versioning.ts';

/** The nine, in the order of the parts. */
export const chapters: readonly Chapter[] = [
  service,
  resources,
  states,
  endpoints,
  authentication,
  events,
  errors,
  limits,
  versioning,
];
