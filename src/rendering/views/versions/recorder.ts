import { isDeepStrictEqual } from 'node:util';
import type { ComposedVersion } from '../../../evolution/compose/chain.ts';
import { sourceMember } from '../../../evolution/proofs/source-member.ts';
import type { ServiceModel } from '../../../model/model.ts';
import { isNameClaim } from '../../../specification/values/client-names.ts';
import { namingRules } from '../../former-rules.ts';
import { testClient } from '../claim-samples.ts';
import { grantingView } from '../granting.ts';
import { materialOf } from '../samples/bodies.ts';

/**
 * The client that recorded an older version, as far as its rules decide by names and claims that clients of tests do not have any more; as a
 * list where that is so.
 */
export function recorderOf(
  model: ServiceModel,
  olderModel: ServiceModel,
  version: ComposedVersion,
) {
  const { specification } = version;
  const { everything: then } = grantingView(olderModel);
  const { everything: now } = grantingView(model);
  const claims = { ...now.claims, ...then.claims };
  for (const [claim, values] of newlyDecided(model, olderModel, version)) {
    claims[claim] = [...new Set([...(claims[claim] ?? []), ...values])];
  }
  const client = testClient(namingRules(model));
  const isNamed = specification.authentication.rules.some(({ claim }) => isNameClaim(claim));
  const name = isNamed ? testClient(olderModel.specification) : client;
  return name === client && isDeepStrictEqual(claims, now.claims) ? [] : [{ name, claims }];
}

/** The values that recorded rows have where claims decide about a member now and did not then, by the claims. */
function newlyDecided(
  { specification: { authentication } }: ServiceModel,
  olderModel: ServiceModel,
  { resources }: ComposedVersion,
): (readonly [claim: string, values: readonly string[]])[] {
  return authentication.rules.flatMap(({ resource, field, claim }) => {
    const composed = resources.find(({ newest }) => newest === resource);
    const made = composed?.up.find(({ name }) => name === field)?.expression;
    const member = made?.kind === 'map' ? undefined : sourceMember(made);
    // It may be required now, with a value for those who leave it out.
    const filled = made?.kind === 'fallback' ? [made.value] : [];
    const older = olderModel.resources.find(({ name }) => name === composed?.older);
    if (isNameClaim(claim) || older === undefined || member === undefined) return [];
    const values = materialOf(olderModel, older).values.get(member) ?? [];
    return [[claim, [...values, ...filled].map(String)] as const];
  });
}
