import { problemFormats } from '../endpoints/formats-offered.ts';
import { createCapacity } from '../limits/capacity.ts';
import { createQuotas, type Policies } from '../limits/quotas.ts';
import type { Application } from './application.ts';
import type { ServiceEnvironment } from './environment.ts';

/** What follows from the environment or from the other choices. */
type Derived =
  | 'addressOf'
  | 'baseUrl'
  | 'capacity'
  | 'clock'
  | 'drainTime'
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

/** Joins what the specification decides with what the environment gives. */
export function createApplication(
  environment: Omit<ServiceEnvironment<never>, 'database'>,
  { policies, ...choices }: Choices,
): Application {
  const { baseUrl, quotas, drainTime = 0, addressOf, transportOf, clock } = environment;
  const { limits, representations } = choices;
  const { concurrency = { most: limits.concurrency, each: limits.clientConcurrency } } =
    environment;
  return {
    versionFields: ({ label }) => ({ 'x-api-version': label, 'api-supported-versions': label }),
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
    clock,
  };
}
