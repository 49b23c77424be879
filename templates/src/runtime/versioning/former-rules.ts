import type { AttributeRules } from '../authentication/attribute-rules.ts';
import { attributeChecks } from '../endpoints/operations/attributes.ts';
import type { FormerRules } from './adapter.ts';
import { holdToClaims } from './held-to-claims.ts';
import { inTermsOfIts } from './problem-at.ts';

/** Holds what clients of an older version send to rules that the newest one has no more. */
export function formerRules(attributes: AttributeRules): FormerRules {
  const { members, assign, refuseForeign } = attributeChecks({ attributes });
  return {
    members,

    holdNew(newest, sent, newestOf) {
      holdToClaims(newest, (caller) =>
        inTermsOfIts(() => {
          const whole = { ...sent, ...assign(caller, sent) };
          refuseForeign(caller, whole);
          return newestOf(whole);
        }),
      );
    },

    holdChange(newest, sent, shown = {}) {
      holdToClaims(newest, (caller) =>
        inTermsOfIts(() => {
          refuseForeign(caller, sent, shown);
          return newest;
        }),
      );
    },
  };
}
