import type { ProblemBody } from '../errors/problem-document.ts';
import { ProblemSchema } from '../errors/problem-schema.ts';
import { enumeration, type SystemMembers } from '../resources/members.ts';
import { schemasOf } from '../resources/schemas.ts';
import type { ResourceDescription } from '../endpoints/resource-description.ts';
import { Type } from '../resources/type.ts';

export type JobState = 'pending' | 'running' | 'succeeded' | 'failed';

const readOnly = { readOnly: true } as const;
const instant = { format: 'date-time', ...readOnly } as const;

/** What a client sees of a job. */
const members = Type.Object({
  action: Type.String({
    maxLength: 100,
    ...readOnly,
    description: 'The action that was asked for.',
  }),
  resource: Type.String({
    format: 'uri-reference',
    maxLength: 2048,
    ...readOnly,
    description: 'Address of the resource that it is done with.',
  }),
  state: enumeration(['pending', 'running', 'succeeded', 'failed'], {
    ...readOnly,
    description: 'It ends as succeeded or as failed.',
  }),
  startedAt: Type.Optional(Type.String({ ...instant, description: 'When it was first tried.' })),
  finishedAt: Type.Optional(
    Type.String({ ...instant, description: 'When it ended. It is kept for a week after that.' }),
  ),
  problem: Type.Optional(
    Type.Object(ProblemSchema.properties, {
      ...readOnly,
      description: 'Why it failed (RFC 9457). Further members may follow.',
    }),
  ),
});

/** Further columns of a job, for the runner only. */
interface Errand {
  /** Kind of resource: `order`. */
  readonly kind: string;
  readonly rowId: string;
  /** Sealed; absent where nothing was sent along, and from the end of the job on. */
  readonly input?: string;
  /** The client that asked for it, the only one that sees it. */
  readonly client: string;
  /** It, as rules see it: sealed, and absent from the end of the job on. */
  readonly caller?: string;
  /** Of the request, and the language that it asked for. */
  readonly traceId: string;
  readonly language?: string;
  /** How often it was begun. */
  readonly attempts: number;
  /** When it may be begun again: for a running job, when its replica counts as stopped. Absent: never. */
  readonly nextAt?: string;
}

export interface JobDraft extends Errand {
  readonly action: string;
  readonly resource: string;
  readonly state: JobState;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly problem?: ProblemBody;
}

/** An action that is carried out after its request was answered. Its revision tells who is at it. */
export type Job = JobDraft & SystemMembers;

const hidden: readonly (keyof Errand)[] = [
  'kind',
  'rowId',
  'input',
  'client',
  'caller',
  'traceId',
  'language',
  'attempts',
  'nextAt',
];

/** A job as every representation of it needs to know it. */
export const jobDescription: ResourceDescription = {
  names: { one: 'Job', many: 'Jobs' },
  name: 'job',
  collection: 'jobs',
  addresses: ['resource'],
  schemas: {
    ...schemasOf('Job', members, {
      description: 'An action that goes on after its request was answered.',
      example: {
        action: 'recalculate',
        resource: '/orders/019b2c6e-2f00-7a1b-8c3d-4e5f60718293',
        state: 'succeeded',
        startedAt: '2026-01-01T12:00:00.000Z',
        finishedAt: '2026-01-01T12:00:01.000Z',
      },
    }),
    writeOnly: hidden,
  },
};

/** What a list of jobs offers. */
export const jobList = {
  filter: ['state', 'action'],
  sort: ['createdAt'],
  size: 20,
  maxSize: 100,
  total: false,
} as const;
