import { buildModel } from '../../../model/build.ts';
import { known } from '../../../model/known.ts';
import type { ServiceModel } from '../../../model/model.ts';
import { firstRelease } from '../../../specification/versions/labels.ts';
import { hasLaterDraft } from '../../features.ts';
import { atNewest } from './at-newest.ts';

/**
 * The service as its clients find it: while the newest version is a draft, which a plain start does not serve, that is the newest
 * released one. Pages for clients describe this.
 */
export function promisedModel(model: ServiceModel): ServiceModel {
  const last = model.older.at(-1);
  if (last === undefined || !hasLaterDraft(model)) return model;
  const { service, authentication } = model.specification;
  const older = atNewest(last.specification, model.specification);
  const promised = buildModel({
    ...older,
    service,
    // All rows exist for everybody as soon as the newest version has no rule.
    authentication: {
      ...older.authentication,
      rules: authentication.rules.length === 0 ? [] : older.authentication.rules,
    },
  });
  const { versions } = model;
  const newest = known(versions.find(({ label }) => label === last.label));
  return {
    ...promised,
    versions,
    newest,
    version: newest.release ?? firstRelease(last.label),
  };
}
