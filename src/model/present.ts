import type { ServiceModel } from './model.ts';

/** The service as clients of its newest version find it: without the resources that only older versions show. */
export function presentModel(model: ServiceModel): ServiceModel {
  const { resources, creationOrder } = model;
  if (resources.every(({ isFormer }) => isFormer === undefined)) return model;
  return {
    ...model,
    resources: resources.filter(({ isFormer }) => isFormer === undefined),
    creationOrder: creationOrder.filter(({ isFormer }) => isFormer === undefined),
  };
}
