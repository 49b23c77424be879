import { isDeepStrictEqual } from 'node:util';
import type { AttributeRules } from '../../authentication/attribute-rules.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem, type Violation } from '../../errors/problem.ts';
import type { Store } from '../../storage/store.ts';
import { isForClaim } from '../../versioning/filled-members.ts';
import { memberViolation } from '../violations.ts';
import { visibleTo } from './parents.ts';
import type { AttributeChecks, Visibility } from './resource.ts';

type Members = Readonly<Record<string, unknown>>;

/** What decides about the rows of one kind of resource. */
interface Deciding {
  /** Absent: its own members decide nothing. */
  readonly attributes?: AttributeRules;
  /** By member: what it refers to, where that does not exist for everybody. */
  readonly targets?: Readonly<Record<string, Pick<Store<never>, 'exists'> & Visibility>>;
}

/** Holds what is written against the claims of its caller. */
export function attributeChecks({ attributes, targets = {} }: Deciding): AttributeChecks {
  const members = attributes?.members ?? [];

  function refuseForeign(...[caller, draft, stored]: Parameters<AttributeChecks['refuseForeign']>) {
    const foreign = members.filter(
      (member) =>
        changes(member, draft, stored) &&
        attributes?.permits(caller, member, (draft as Members)[member]) === false,
    );
    if (foreign.length === 0) return;
    const errors = foreign.map((member) =>
      memberViolation(member, 'not-permitted', ({ violations }) => violations.notPermitted),
    );
    throw new Problem(builtIn.forbidden, { errors });
  }

  return {
    members,

    assign(caller, draft) {
      const assigned: Record<string, unknown> = {};
      const missing: Violation[] = [];
      for (const member of members) {
        const isGiven = Object.hasOwn(draft, member);
        if (isGiven && !isForClaim(draft as Members, member)) continue;
        const [value, ...others] = attributes?.valuesFromClaims(caller, member) ?? [];
        if (value !== undefined && others.length === 0) assigned[member] = value;
        // Of several claims none is meant: the value of the step stays where they permit it.
        else if (isGiven) continue;
        else if (attributes?.permits(caller, member, undefined) === false && value === undefined) {
          throw new Problem(builtIn.forbidden);
        } else
          missing.push(
            memberViolation(member, 'required', ({ violations }) => violations.required),
          );
      }
      if (missing.length > 0) throw new Problem(builtIn.validationFailed, { errors: missing });
      return assigned;
    },

    refuseForeign,

    async check(connection, caller, draft, stored) {
      refuseForeign(caller, draft, stored);
      const dangling: Violation[] = [];
      for (const [member, target] of Object.entries(targets)) {
        const id = (draft as Members)[member];
        if (typeof id !== 'string' || !changes(member, draft, stored)) continue;
        if (!(await target.exists(connection, id.toLowerCase(), visibleTo(target, caller)))) {
          dangling.push(
            memberViolation(member, 'reference', ({ violations }) => violations.reference),
          );
        }
      }
      if (dangling.length > 0) throw new Problem(builtIn.referenceConflict, { errors: dangling });
    },
  };
}

function changes(member: string, draft: object, stored: object = {}): boolean {
  return !isDeepStrictEqual((draft as Members)[member], (stored as Members)[member]);
}
