import type { ComposedResource, ComposedVersion } from '../evolution/compose/chain.ts';
import { formerRules } from '../evolution/compose/former-rules.ts';
import { known } from '../model/known.ts';
import type { ServiceModel } from '../model/model.ts';
import { oncePerModel } from '../model/once.ts';
import type { ResolvedSpecification } from '../specification/index.ts';
import { isNameClaim } from '../specification/values/client-names.ts';

type Rule = ResolvedSpecification['authentication']['rules'][number];

/**
 * The specification with the rules that only older versions have beside its own: for questions about all claims of callers. Each is about a
 * resource of its own, as the older version has it, which no other rule is about.
 */
export const withFormerRules = oncePerModel(({ specification, older }): ResolvedSpecification => {
  const former = older.flatMap((version) =>
    version.resources.map((composed) => {
      const resource = formerName(version, composed);
      return {
        resource,
        shape: known(version.specification.resources[composed.older]),
        rules: formerRules(version, composed).map((rule): Rule => ({ ...rule, resource })),
      };
    }),
  );
  const { authentication, resources } = specification;
  return {
    ...specification,
    resources: {
      ...resources,
      ...Object.fromEntries(former.map(({ resource, shape }) => [resource, shape])),
    },
    authentication: {
      ...authentication,
      rules: [...authentication.rules, ...former.flatMap(({ rules }) => rules)],
    },
  };
});

/** A name that no resource of a specification has. */
export function formerName(
  { label }: Pick<ComposedVersion, 'label'>,
  { older }: Pick<ComposedResource, 'older'>,
): string {
  return `${older} of ${label}`;
}

/** Whose rules about names decide what the clients of tests are called: those of older versions where there are no others. */
export function namingRules(model: ServiceModel): ResolvedSpecification {
  const { rules } = model.specification.authentication;
  return rules.some(({ claim }) => isNameClaim(claim))
    ? model.specification
    : withFormerRules(model);
}
