import { atKey, type Issue } from '../../specification/issue.ts';
import type { ResolvedSpecification as Specification } from '../../specification/index.ts';
import type { LinkedResource, LinkedStep } from '../compose/link.ts';

/**
 * Under the strategy partial some children have versions, and all else is the same for everybody: a step that says what
 * differs there cannot be kept, because clients do not say which version of it they know.
 */
export function neutralIssues({ older, newer, changes, resources }: LinkedStep): Issue[] {
  if (newer.versioning.strategy !== 'partial') return [];
  const versioned = newer.versioning.resources.map((name) => `"${name}"`).join(', ');
  const issue = (path: readonly string[], what: string): Issue =>
    atKey(path, {
      code: 'without-versions',
      message: `${what} has no versions under the strategy partial, and clients of every version see what it is now; take the change back, or make an addition that older clients can ignore (versioning.resources: ${versioned})`,
    });
  return [
    ...resources
      .filter(({ newer: name, step }) => !hasVersions(newer, name) && !onlyAdds(step))
      .map(({ newer: name }) => issue(['resources', name], `resource "${name}"`)),
    ...resources
      .filter((each) => isLinkedTo(newer, each.newer) && isMoved(older, newer, each))
      .map(({ newer: name }) =>
        issue(['resources', name], `the link from "${newer.resources[name]?.parent ?? ''}"`),
      ),
    ...(changes.errors === undefined ? [] : [issue(['errors'], 'the catalogue of problems')]),
  ];
}

/** Members that may be left out, and operations that were not there: clients that do not know them notice no difference. */
function onlyAdds({ operations = [], absent: _, ...others }: LinkedResource['step']): boolean {
  return (
    Object.keys(others).length === 0 &&
    operations.every(
      ({ add }) => add !== undefined && add.fill === undefined && add.by === undefined,
    )
  );
}

/** Whether something without versions shows where its children are, by their names. */
function isLinkedTo({ resources, representations, versioning }: Specification, name: string) {
  const shows = representations.some((each) => each === 'hal' || each === 'json-api');
  return shows && versioning.resources.includes(name) && resources[name]?.parent !== undefined;
}

function isMoved(older: Specification, newer: Specification, names: LinkedResource): boolean {
  const [then, now] = [older.resources[names.older], newer.resources[names.newer]];
  return (then?.segment ?? then?.plural) !== (now?.segment ?? now?.plural);
}

/** By itself, or because of what it lives in. */
function hasVersions(specification: Specification, name: string): boolean {
  if (specification.versioning.resources.includes(name)) return true;
  const parent = specification.resources[name]?.parent;
  return parent !== undefined && hasVersions(specification, parent);
}
