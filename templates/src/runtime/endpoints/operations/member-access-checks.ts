import { isDeepStrictEqual } from 'node:util';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { readOnlyFor, hiddenFrom } from '../../resources/member-access.ts';
import type { ResourceSchemas } from '../../resources/schemas.ts';
import { isFilled } from '../../versioning/filled-members.ts';
import { refuseHidden } from '../hidden-parameters.ts';
import { memberViolation } from '../violations.ts';
import type { MemberAccessChecks } from './resource.ts';

/** What callers may not see or set of a resource, by its schemas. */
export function memberAccessChecks(schemas: ResourceSchemas): MemberAccessChecks {
  const { memberAccess = {}, writeOnly } = schemas;
  return {
    hiddenFrom: (caller) => hiddenFrom(schemas, caller),

    untouchable: (caller) => [
      ...new Set([...hiddenFrom(schemas, caller), ...readOnlyFor(schemas, caller)]),
    ],

    refuseNew(caller, body) {
      refuse(
        readOnlyFor(schemas, caller).filter(
          (name) =>
            Object.hasOwn(body, name) &&
            !isFilled(body, name) &&
            !isDeepStrictEqual(body[name], memberAccess[name]?.default),
        ),
      );
    },

    refuseChanges(caller, body, isChanged) {
      const hidden = new Set([...hiddenFrom(schemas, caller), ...writeOnly]);
      refuse(
        readOnlyFor(schemas, caller).filter(
          (name) => Object.hasOwn(body, name) && (hidden.has(name) || isChanged(name)),
        ),
      );
    },

    defaults(present) {
      const absent = Object.entries(memberAccess).filter(([name]) => !present.has(name));
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
    },

    refuseParameters(context, query, sortable) {
      refuseHidden({ schemas }, context, query, sortable);
    },
  };
}

function refuse(names: readonly string[]): void {
  if (names.length === 0) return;
  const errors = names.map((name) =>
    memberViolation(name, 'not-permitted', ({ violations }) => violations.notPermitted),
  );
  throw new Problem(builtIn.forbidden, { errors });
}
