import { atKey, atValue, type Issue } from '../../specification/issue.ts';
import { nearest } from '../../specification/nearest.ts';
import { defined, own } from '../../specification/plain.ts';
import type { LinkedStep } from '../compose/link.ts';
import { formerNames } from '../compose/former.ts';

/** Why resources that a step lists as former cannot be kept for the older version beside what the newer one has. */
export function formerIssues(step: LinkedStep): Issue[] {
  const kept = formerNames(step.newer);
  return [
    ...wrongNames(step),
    ...kept.flatMap((name) => [
      ...sameAddress(step, name),
      ...closedToAll(step, name),
      ...withoutVersions(step, name),
    ]),
  ];
}

function wrongNames({ older, newer, changes, resources }: LinkedStep): Issue[] {
  return (changes.former ?? []).flatMap((name, index): Issue[] => {
    const at = ['former', index];
    if (!Object.hasOwn(older.resources, name)) {
      const allowed = Object.keys(older.resources);
      return [
        atValue(at, {
          code: 'unknown-resource',
          message: `the older version has no resource "${name}"; former resources are written by their names there`,
          allowed,
          ...defined({ suggestion: nearest(name, allowed) }),
        }),
      ];
    }
    const link = resources.find((each) => each.older === name);
    if (link === undefined || newer.resources[link.newer]?.isFormer === true) return [];
    const called = link.newer === name ? '' : `, where it is called "${link.newer}"`;
    return [
      atValue(at, {
        code: 'resource-is-there',
        message: `the newer version has the resource "${name}"${called}; take this away`,
      }),
    ];
  });
}

/** Both would have one table, and one address. */
function sameAddress({ newer }: LinkedStep, name: string): Issue[] {
  const former = newer.resources[name];
  if (former === undefined) return [];
  const { plural, segment = plural, parent } = former;
  const [other] =
    Object.entries(newer.resources).find(
      ([each, present]) =>
        each !== name &&
        present.isFormer === undefined &&
        (present.plural === plural ||
          (present.parent === parent && (present.segment ?? present.plural) === segment)),
    ) ?? [];
  if (other === undefined) return [];
  return [
    issueOf(
      name,
      'former-name-taken',
      `older versions still have its collection "${plural}", and the resource "${other}" of the newer version is called so too; give that another plural, or retire the versions that have "${name}" first`,
    ),
  ];
}

/** As soon as a version says who may do what, what it does not allow is forbidden. */
function closedToAll({ older, newer }: LinkedStep, name: string): Issue[] {
  const { allow } = newer.authentication;
  if (allow === undefined || older.authentication.allow !== undefined) return [];
  if (own(allow, name) !== undefined && Object.keys(allow[name] ?? {}).length > 0) return [];
  return [
    issueOf(
      name,
      'former-closed',
      'the newer version says who may do what (authentication.allow), and the older one does not, so nothing says who may use this resource; keep it in the newer version until the older one is retired, or begin to allow in a version after this one',
    ),
  ];
}

function withoutVersions({ newer }: LinkedStep, name: string): Issue[] {
  if (newer.versioning.strategy !== 'partial') return [];
  return [
    issueOf(
      name,
      'former-without-versions',
      'under the strategy partial its routes cannot be kept for older versions alone; keep it in the newer version, or retire the older versions first',
    ),
  ];
}

function issueOf(name: string, code: string, message: string): Issue {
  return atKey(['former'], { code, message: `resource "${name}": ${message}` });
}
