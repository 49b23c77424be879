import { list } from '../endpoints/operations/list.ts';
import { read } from '../endpoints/operations/read.ts';
import type { ResourceEndpoints } from '../endpoints/operations/resource.ts';
import type { Route } from '../endpoints/route.ts';
import type { Database } from '../storage/database.ts';
import { jobDescription, jobList, type JobDraft } from './job.ts';
import { jobTable, type JobStore } from './job-store.ts';

/** What a client can ask of its jobs. Those of others do not exist for it. */
export function jobRoutes<Tables>(
  database: Database<Tables>,
  store: JobStore,
  newId: () => string,
): Route[] {
  const jobs: ResourceEndpoints<JobDraft, Tables> = {
    ...jobDescription,
    idParameter: 'jobId',
    parentParameters: [],
    allowedValues: ({ id }) => ({ client: [id] }),
    table: jobTable(database),
    store,
    rules: {},
    preconditions: 'optional',
    idempotencyKey: 'optional',
    database,
    newId,
  };
  const description = 'Actions that go on after their requests were answered.';
  return [
    {
      path: '/jobs',
      description,
      operations: {
        GET: list(jobs, jobList),
      },
    },
    { path: '/jobs/{jobId}', description, operations: { GET: read(jobs) } },
  ];
}
