import type { ListParameter } from '../../../specification/index.ts';
import type { ComposedVersion } from '../../../evolution/compose/chain.ts';
import { known } from '../../../model/known.ts';
import type { ServiceModel } from '../../../model/model.ts';
import { invalidSamples } from '../../../model/samples/invalid.ts';
import { isPermitted } from '../../../model/access.ts';
import { materialOf } from '../samples/bodies.ts';
import { uniqueKeys } from '../samples/unique-keys.ts';

/** How many wrong values of a member are recorded. */
const mostInvalid = 3;

/** What the next minor release of a version adds, by resource: members with values that clients send, and parameters of lists. */
export function additionsView(
  model: ServiceModel,
  olderModel: ServiceModel,
  { additions, resources }: ComposedVersion,
) {
  const names = [...new Set(additions.map(({ resource }) => resource))];
  return names.flatMap((name) => {
    const composed = resources.find(({ older }) => older === name);
    if (composed === undefined) return [];
    const older = known(olderModel.resources.find((each) => each.name === name));
    const newest = known(model.resources.find((each) => each.name === composed.newest));
    const { values } = materialOf(olderModel, older);
    const unique = new Set(uniqueKeys(older).flat());
    const added = additions.filter(({ resource }) => resource === name);
    const namesOf = (parameter: ListParameter | undefined) =>
      added.filter((each) => each.parameter === parameter).map(({ field }) => field);
    const fields = new Set(namesOf(undefined));
    const { methods, preconditions, idempotencyKey } = newest.endpoint;
    return [
      {
        path: older.collectionPath,
        members: older.fields
          .filter((field) => fields.has(field.name))
          .map(({ name: member, field }) => ({
            name: member,
            values: (values.get(member) ?? []).slice(0, unique.has(member) ? undefined : 2),
            invalid: values.has(member)
              ? invalidSamples(member, field)
                  .slice(0, mostInvalid)
                  .map(({ value }) => value)
              : [],
            isUnique: unique.has(member),
            isImmutable: field.immutable,
          })),
        filters: namesOf('filter'),
        sorts: namesOf('sort'),
        canUpdate: methods.includes('update') && isPermitted(newest.access.grants, 'update'),
        preconditions,
        idempotencyKey,
      },
    ];
  });
}
