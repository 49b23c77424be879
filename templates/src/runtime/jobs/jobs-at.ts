import type { Route } from '../endpoints/route.ts';
import type { ProblemBody } from '../errors/problem-document.ts';
import type { Members, ResourceAdapter, VersionAdapter } from '../versioning/adapter.ts';
import { patternOf, type Paths } from '../versioning/paths-at.ts';
import { resourceAt } from '../versioning/routes-at.ts';
import { jobDescription, jobList } from './job.ts';

/**
 * An older version whose jobs have its own names: of the action, of the resource, and in the problem of a failure.
 *
 * @param newest routes of the newest version
 */
export function jobsAt(
  adapter: VersionAdapter,
  paths: Paths,
  newest: readonly Route[],
): VersionAdapter {
  const { resources = {}, errors = {} } = adapter;
  const kinds = kindsOf(newest);
  const customOperationsOf = (path: string) =>
    Object.entries(resources[kinds.get(pattern(path)) ?? '']?.customOperations ?? {});
  const renamed = Object.values(resources).flatMap(({ customOperations = {} }) =>
    Object.entries(customOperations),
  );

  const job: ResourceAdapter = {
    description: jobDescription,
    down(members) {
      const { action, resource, problem } = members as JobMembers;
      const [own = action, customOperation] =
        customOperationsOf(resource).find(([, { newest }]) => newest === action) ?? [];
      return {
        ...members,
        action: own,
        resource: paths.toOlder(resource),
        ...(problem === undefined
          ? {}
          : { problem: problemAt(problem, errors, customOperation?.pointer) }),
      };
    },
    members: {
      action: {
        from: ['action'],
        equal: (action) => [
          [action],
          ...renamed.flatMap(([own, { newest }]) => (own === action ? [[newest]] : [])),
        ],
      },
    },
    list: { ...jobList, cursor: false },
  };
  return { ...adapter, resources: { ...resources, job } };
}

/** Names of the kinds of resource, by the pattern of the path of one. */
function kindsOf(routes: readonly Route[]): ReadonlyMap<string, string> {
  return new Map(
    routes.flatMap(({ path }) => {
      const resource = resourceAt(path, routes);
      return resource === undefined ? [] : [[pattern(path), resource.name]];
    }),
  );
}

function pattern(path: string): string {
  return patternOf(path.split('/'));
}

type JobMembers = Members & {
  readonly action: string;
  readonly resource: string;
  readonly problem?: ProblemBody;
};

function problemAt(
  problem: ProblemBody,
  known: NonNullable<VersionAdapter['errors']>,
  pointer: (newest: string) => string = (newest) => newest,
): ProblemBody {
  const { type, code, status, errors } = problem;
  const own = { code, status, ...known[code] };
  return {
    ...problem,
    ...own,
    type: type.endsWith(`/problems/${code}`) ? type.slice(0, -code.length) + own.code : type,
    ...(errors && {
      errors: errors.map((each) => (each.in === 'body' ? { ...each, at: pointer(each.at) } : each)),
    }),
  };
}
