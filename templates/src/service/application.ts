import type { Mechanism } from '../authentication/caller.ts';
import type { Catalogue } from '../errors/problem-document.ts';
import type { Limits } from '../limits/limits.ts';
import type { ApiVersion } from '../versioning/uri-path.ts';
import type { ServiceDescription } from './description.ts';

/** What every part of a running service may need to know. */
export interface Application {
  readonly description: ServiceDescription;
  /** Absolute address of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly versions: readonly ApiVersion[];
  readonly catalogue: Catalogue;
  readonly limits: Limits;
  /** Absent: no operation asks for a credential. */
  readonly mechanism?: Mechanism;
  /** Tests set it; nothing else in the service reads the time. */
  readonly clock: () => Date;
}
