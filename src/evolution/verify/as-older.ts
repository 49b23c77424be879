import type {
  ResolvedAction,
  ResolvedCondition,
  ResolvedGuard,
  ResolvedSpecification,
} from '../../specification/index.ts';
import { mapKeys, mapValues, own } from '../../specification/plain.ts';
import type { LinkedResource, LinkedStep } from '../compose/link.ts';
import { withValues } from '../compose/custom-operations.ts';
import { referringTo } from '../compose/referring-to.ts';
import { parentMember, systemFields } from '../compose/shape.ts';
import { undone, undoneInput } from './step.ts';

/**
 * The newer version as clients of the older one are served it: by the names of the older one, with every operation on fields
 * undone. What the older version differs from it in besides is what the step does not keep.
 */
export function asOlder(step: LinkedStep): ResolvedSpecification {
  const { newer, resources } = step;
  const links = new Map(resources.map((link) => [link.newer, link]));
  const olderName = (name: string) => links.get(name)?.older ?? name;
  const renamed = <T>(
    all: Readonly<Record<string, T>>,
    change: (value: T, link: LinkedResource) => T,
  ) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => {
        const link = links.get(name);
        return link === undefined ? [] : [[link.older, change(value, link)]];
      }),
    );
  const { allow, rules } = newer.authentication;
  return {
    ...newer,
    resources: renamed(newer.resources, (resource, link) => ({
      ...resource,
      ...(resource.parent === undefined ? {} : { parent: olderName(resource.parent) }),
      fields: fieldsAsOlder(step, link, olderName),
      unique: resource.unique.map((fields) => fields.map((field) => fieldAsOlder(field, link))),
    })),
    endpoints: renamed(newer.endpoints, (endpoint, link) => ({
      ...endpoint,
      actions: customOperationsAsOlder(endpoint.actions, step, link, olderName),
    })),
    states: renamed(newer.states, (machine, link) => ({
      ...machine,
      transitions: customOperationsAsOlder(machine.transitions, step, link, olderName),
    })),
    authentication: {
      ...newer.authentication,
      rules: rules.map((rule) => {
        const link = links.get(rule.resource);
        return link === undefined
          ? rule
          : { ...rule, resource: link.older, field: fieldAsOlder(rule.field, link) };
      }),
      ...(allow === undefined
        ? {}
        : {
            allow: renamed(allow, (verbs, { customOperations }) =>
              mapKeys(
                verbs,
                (verb) => customOperations.find(({ newer }) => newer === verb)?.older ?? verb,
              ),
            ),
          }),
    },
  };
}

function fieldsAsOlder(
  step: LinkedStep,
  link: LinkedResource,
  olderName: (name: string) => string,
) {
  const parent = parentMember(own(step.older.resources, link.older)?.parent);
  const fields = Object.entries(undone(step, link)).filter(
    ([name]) => name !== parent && !Object.hasOwn(systemFields, name),
  );
  return Object.fromEntries(fields.map(([name, field]) => [name, referringTo(field, olderName)]));
}

/** Transitions or actions by the names of the older version, and with what is sent along with them and asked of rows. */
function customOperationsAsOlder<CustomOperation extends Pick<ResolvedAction, 'when' | 'input'>>(
  customOperations: Readonly<Record<string, CustomOperation>>,
  step: LinkedStep,
  link: LinkedResource,
  olderName: (name: string) => string,
): Record<string, CustomOperation> {
  return Object.fromEntries(
    Object.entries(customOperations).map(([name, customOperation]) => {
      const linked = link.customOperations.find(({ newer }) => newer === name);
      const when = guardAsOlder(customOperation.when, link);
      if (linked === undefined) return [name, { ...customOperation, when }];
      const input = mapValues(undoneInput(step, link, linked), (field) =>
        referringTo(field, olderName),
      );
      return [linked.older, { ...customOperation, when, input }];
    }),
  );
}

/** Conditions of a transition or an action by the names of the older version. */
export function guardAsOlder(when: ResolvedGuard, link: LinkedResource): ResolvedGuard {
  return Object.fromEntries(
    Object.entries(when).map(([field, condition]) => [
      fieldAsOlder(field, link),
      conditionAsOlder(field, condition, link),
    ]),
  );
}

/** A condition on a field whose values have other names. */
function conditionAsOlder(
  field: string,
  condition: ResolvedCondition,
  { operations }: LinkedResource,
): ResolvedCondition {
  const { map } =
    operations.find(({ operation }) => operation.map?.field === field)?.operation ?? {};
  const former = new Map(Object.entries(map?.values ?? {}).map(([was, is]) => [is, was]));
  return withValues(condition, (value) => former.get(String(value)) ?? value);
}

/** A field that only has another name. */
function fieldAsOlder(name: string, { operations }: LinkedResource): string {
  return operations
    .toReversed()
    .reduce((now, { operation: { rename } }) => (rename?.to === now ? rename.from : now), name);
}
