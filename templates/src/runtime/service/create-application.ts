import { problemFormats } from '../endpoints/formats-offered.ts';
import { requestLogs } from '../endpoints/request-log.ts';
import { createCapacity } from '../limits/capacity.ts';
import { createQuotas, type Policies } from '../limits/quotas.ts';
import { onceForEach } from '../storage/once-for-each.ts';
import type { ApiVersion } from '../versioning/version.ts';
import type { Application } from './application.ts';
import type { ServiceEnvironment } from './environment.ts';

/** What follows from the environment or from the other choices. */
type Derived =
  | 'addressOf'
  | 'baseUrl'
  | 'capacity'
  | 'clock'
  | 'drainTime'
  | 'log'
  | 'problemFormat'
  | 'quotas'
  | 'transportOf'
  | 'versionFields';

/** What the specification of a service decides. */
export interface Choices
  extends Omit<Application, Derived>, Partial<Pick<Application, 'versionFields'>> {
  /** How many requests a client may send. */
  readonly policies: Policies;
}

/** Of a version that is the only one. */
const fieldsOfOnly = onceForEach(({ label }: ApiVersion) => ({
  'x-api-version': label,
  'api-supported-versions': label,
}));

/** Joins what the specification decides with what the environment gives. */
export function createApplication(
  environment: Omit<ServiceEnvironment<never>, 'database'>,
  { policies, observers, ...choices }: Choices,
): Application {
  const {
    baseUrl,
    quotas,
    drainTime = 0,
    addressOf,
    transportOf,
    logger: log,
    clock,
  } = environment;
  const { limits, representations } = choices;
  const { concurrency = { most: limits.concurrency, each: limits.clientConcurrency } } =
    environment;
  return {
    versionFields: fieldsOfOnly,
    ...choices,
    baseUrl,
    problemFormat: problemFormats(representations),
    capacity: createCapacity(concurrency, limits.quotaFields),
    drainTime,
    addressOf,
    transportOf,
    ...(quotas && {
      quotas: createQuotas(quotas, policies, limits.quotaFields),
    }),
    log,
    observers: [...requestLogs(log), ...observers],
    clock,
  };
}
