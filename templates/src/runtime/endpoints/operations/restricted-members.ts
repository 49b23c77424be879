import { isDeepStrictEqual } from 'node:util';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { fixedFor, hiddenFrom } from '../../resources/restrictions.ts';
// {{#if hasAdapters}}
import { isFilled } from '../../versioning/filled-members.ts';
// {{/if}}
import type { RequestContext } from '../route.ts';
import type { ResourceDescription } from '../resource-description.ts';
import { memberViolation } from '../violations.ts';

type Members = Readonly<Record<string, unknown>>;
type Asking = Pick<RequestContext, 'caller'>;

/**
 * Refuses a new resource with a member that its caller does not set. Its default says nothing.
 *
 * @throws {Problem} 403 that names every such member
 */
export function refuseFixed(
  { schemas }: ResourceDescription,
  { caller }: Asking,
  body: Members,
): void {
  refuse(
    fixedFor(schemas, caller).filter(
      (name) =>
        Object.hasOwn(body, name) &&
        // {{#if hasAdapters}}
        !isFilled(body, name) &&
        // {{/if}}
        !isDeepStrictEqual(body[name], schemas.restricted?.[name]?.default),
    ),
  );
}

/**
 * Refuses a change of what its caller does not set. What is seen may be sent back as it is; of what is not seen even
 * that would tell something.
 *
 * @param isChanged whether a member differs from what is stored
 * @throws {Problem} 403 that names every such member
 */
export function refuseFixedChanges(
  { schemas }: ResourceDescription,
  { caller }: Asking,
  body: Members,
  isChanged: (name: string) => boolean,
): void {
  const hidden = new Set([...hiddenFrom(schemas, caller), ...schemas.writeOnly]);
  refuse(
    fixedFor(schemas, caller).filter(
      (name) => Object.hasOwn(body, name) && (hidden.has(name) || isChanged(name)),
    ),
  );
}

function refuse(names: readonly string[]): void {
  if (names.length === 0) return;
  const errors = names.map((name) =>
    memberViolation(name, 'not-permitted', ({ violations }) => violations.notPermitted),
  );
  throw new Problem(builtIn.forbidden, { errors });
}

/** Members that a body without them leaves as they are: its caller does not see them, or does not set them. */
export function untouchable({ schemas }: ResourceDescription, { caller }: Asking): string[] {
  return [...new Set([...hiddenFrom(schemas, caller), ...fixedFor(schemas, caller)])];
}

/**
 * Defaults of what is absent; without one it must be there, where every resource has it.
 *
 * @param present names of the members that there are
 * @throws {Problem} 400 that names every member that is missing
 */
export function restrictedDefaults(
  { schemas: { restricted = {} } }: ResourceDescription,
  present: ReadonlySet<string>,
): [string, unknown][] {
  const absent = Object.entries(restricted).filter(([name]) => !present.has(name));
  const missing = absent.filter(
    ([, { isRequired, default: value }]) => isRequired && value === undefined,
  );
  if (missing.length > 0) {
    const errors = missing.map(([name]) =>
      memberViolation(name, 'required', ({ violations }) => violations.required),
    );
    throw new Problem(builtIn.validationFailed, { errors });
  }
  const defaults = absent.filter(([, { default: value }]) => value !== undefined);
  return defaults.map(([name, { default: value }]) => [name, structuredClone(value)]);
}
