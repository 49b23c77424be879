import type { CustomOperationModel, ResourceModel, ServiceModel } from './model.ts';

/** The service as clients of its newest version find it: without what only older versions show. */
export function presentModel(model: ServiceModel): ServiceModel {
  const { resources, creationOrder } = model;
  const present = new Map(
    resources.filter(isPresent).map((each) => [each, withPresentCustomOperations(each)]),
  );
  if (resources.every((each) => present.get(each) === each)) return model;
  return {
    ...model,
    resources: [...present.values()],
    creationOrder: creationOrder.flatMap((each) => present.get(each) ?? []),
  };
}

/** A resource with the transitions and actions of the newest version alone. */
export function withPresentCustomOperations(resource: ResourceModel): ResourceModel {
  const { machine, actions, access } = resource;
  const former = new Set(formerCustomOperations(resource).map(({ name }) => name));
  if (former.size === 0 || !isPresent(resource)) return resource;
  return {
    ...resource,
    ...(machine !== undefined && {
      machine: { ...machine, transitions: machine.transitions.filter(isPresent) },
    }),
    actions: actions.filter(isPresent),
    access: {
      ...access,
      ...(access.grants !== undefined && {
        grants: Object.fromEntries(
          Object.entries(access.grants).filter(([verb]) => !former.has(verb)),
        ),
      }),
    },
  };
}

/** Transitions and actions that only older versions have. */
export function formerCustomOperations({
  machine,
  actions,
}: ResourceModel): CustomOperationModel[] {
  return [...(machine?.transitions ?? []), ...actions].filter(
    (customOperation) => !isPresent(customOperation),
  );
}

function isPresent({ isFormer }: { readonly isFormer?: true }): boolean {
  return isFormer === undefined;
}
