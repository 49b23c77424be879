import type { ServiceModel } from './model.ts';

/** A function of a model that is worked out once for each: what every resource asks for would be found for each of them anew. */
export function oncePerModel<Result>(
  found: (model: ServiceModel) => Result,
): (model: ServiceModel) => Result {
  const results = new WeakMap<ServiceModel, { readonly result: Result }>();
  return (model) => {
    let known = results.get(model);
    if (known === undefined) {
      known = { result: found(model) };
      results.set(model, known);
    }
    return known.result;
  };
}

/** The resources of a model by their names. */
export const resourcesByName = oncePerModel(
  ({ resources }) => new Map(resources.map((each) => [each.name, each])),
);
