import type { CommandModel, ResourceModel, ServiceModel } from './model.ts';

/** The service as clients of its newest version find it: without what only older versions show. */
export function presentModel(model: ServiceModel): ServiceModel {
  const { resources, creationOrder } = model;
  const present = new Map(resources.filter(isPresent).map((each) => [each, presentActs(each)]));
  if (resources.every((each) => present.get(each) === each)) return model;
  return {
    ...model,
    resources: [...present.values()],
    creationOrder: creationOrder.flatMap((each) => present.get(each) ?? []),
  };
}

/** A resource with the transitions and actions of the newest version alone. */
export function presentActs(resource: ResourceModel): ResourceModel {
  const { machine, actions, access } = resource;
  const former = new Set(formerActs(resource).map(({ name }) => name));
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
export function formerActs({ machine, actions }: ResourceModel): CommandModel[] {
  return [...(machine?.transitions ?? []), ...actions].filter((command) => !isPresent(command));
}

function isPresent({ isFormer }: { readonly isFormer?: true }): boolean {
  return isFormer === undefined;
}
