import type { CommandModel, ResourceModel, ServiceModel } from './model.ts';

/** The service as clients of its newest version find it: without what only older versions show. */
export function presentModel(model: ServiceModel): ServiceModel {
  const { resources, creationOrder } = model;
  if (resources.every((resource) => isPresent(resource) && presentActs(resource) === resource)) {
    return model;
  }
  const present = new Map(resources.filter(isPresent).map((each) => [each, presentActs(each)]));
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
  const isNow = ({ name }: CommandModel) => !former.has(name);
  return {
    ...resource,
    ...(machine !== undefined && {
      machine: { ...machine, transitions: machine.transitions.filter(isNow) },
    }),
    actions: actions.filter(isNow),
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
  return [...(machine?.transitions ?? []), ...actions].filter(
    ({ isFormer }) => isFormer !== undefined,
  );
}

function isPresent({ isFormer }: ResourceModel): boolean {
  return isFormer === undefined;
}
