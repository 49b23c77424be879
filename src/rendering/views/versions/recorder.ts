import { isDeepStrictEqual } from 'node:util';
import type { ComposedVersion } from '../../../evolution/compose/chain.ts';
import type { ServiceModel } from '../../../model/model.ts';
import { isNameClaim } from '../../../specification/values/client-names.ts';
import { namingRules } from '../../former-rules.ts';
import { testClient } from '../claim-samples.ts';
import { grantingView } from '../granting.ts';

/**
 * The client that recorded an older version, as far as its rules decide by names and claims that clients of tests do not have any more; as a
 * list where that is so.
 */
export function recorderOf(
  model: ServiceModel,
  olderModel: ServiceModel,
  { specification }: ComposedVersion,
) {
  const { everything: then } = grantingView(olderModel);
  const { everything: now } = grantingView(model);
  const claims = { ...now.claims, ...then.claims };
  const client = testClient(namingRules(model));
  const isNamed = specification.authentication.rules.some(({ claim }) => isNameClaim(claim));
  const name = isNamed ? testClient(olderModel.specification) : client;
  return name === client && isDeepStrictEqual(claims, now.claims) ? [] : [{ name, claims }];
}
