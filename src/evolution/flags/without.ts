import { atValue, type Issue, type Path } from '../../specification/issue.ts';
import type {
  FlagChanges,
  FlagOperation,
  ResolvedField,
  ResolvedSpecification,
} from '../../specification/index.ts';
import { mapValues, own } from '../../specification/plain.ts';
import { OperationIssue } from '../compose/members.ts';
import { parentMember, systemFields } from '../compose/shape.ts';
import { formerFields } from './former.ts';

type Fields = Readonly<Record<string, ResolvedField>>;

export interface Without {
  readonly specification: ResolvedSpecification;
  readonly issues: readonly Issue[];
}

/** The specification as it is for who does not ask for a flag, as far as shapes of bodies go. */
export function withoutChanges(
  newer: ResolvedSpecification,
  { resources }: FlagChanges,
  place: Path,
): Without {
  const issues: Issue[] = [];
  let specification = bare(newer);
  for (const [name, { operations }] of Object.entries(resources)) {
    const at: Path = [...place, 'resources', name];
    if (own(newer.resources, name) === undefined) continue;
    for (const [index, operation] of [...operations.entries()].toReversed()) {
      const path: Path = [...at, 'operations', index];
      specification = withoutOperation(specification, name, operation, path, issues);
      if (issues.length > 0) return { specification, issues };
    }
  }
  return { specification, issues };
}

/** Without what names fields and has no part in the shapes of bodies. */
function bare(specification: ResolvedSpecification): ResolvedSpecification {
  const { allow: _, ...authentication } = specification.authentication;
  return {
    ...specification,
    authentication: { ...authentication, rules: [] },
    resources: mapValues(specification.resources, (resource) => ({
      ...resource,
      unique: [],
      examples: [],
    })),
  };
}

function withoutOperation(
  specification: ResolvedSpecification,
  name: string,
  operation: FlagOperation,
  path: Path,
  issues: Issue[],
): ResolvedSpecification {
  const { resources, endpoints, states } = specification;
  const resource = own(resources, name);
  const endpoint = own(endpoints, name);
  if (resource === undefined || endpoint === undefined) return specification;
  const undone = (fields: Fields): Fields => {
    try {
      return formerFields(fields, operation);
    } catch (error) {
      if (!(error instanceof OperationIssue)) throw error;
      issues.push(issueOf(error, operation, path));
      return fields;
    }
  };
  const fields = undone(resource.fields);
  const reserved = [...Object.keys(systemFields), parentMember(resource.parent) ?? 'id'];
  const taken = reserved.find((each) => Object.hasOwn(fields, each));
  if (taken !== undefined) {
    const message = `every ${name} has a member "${taken}" that the service sets; without the flag it needs another name`;
    issues.push(atValue(path, { code: 'name-in-use', message }));
  }
  const machine = own(states, name);
  const along = sentAlong(operation);
  const input = (fieldsOfInput: Fields): Fields =>
    along !== undefined && Object.hasOwn(fieldsOfInput, along)
      ? undone(fieldsOfInput)
      : fieldsOfInput;
  return {
    ...specification,
    resources: { ...resources, [name]: { ...resource, fields } },
    endpoints: {
      ...endpoints,
      [name]: {
        ...endpoint,
        actions: mapValues(endpoint.actions, (action) => ({
          ...action,
          input: input(action.input),
        })),
      },
    },
    states:
      machine === undefined
        ? states
        : {
            ...states,
            [name]: {
              ...machine,
              transitions: mapValues(machine.transitions, (transition) => ({
                ...transition,
                input: input(transition.input),
              })),
            },
          },
  };
}

/** What is sent along under the name of a field is that field, and changes with it. */
function sentAlong({ rename, retype, map }: FlagOperation): string | undefined {
  return (rename?.to ?? retype?.field ?? map?.field)?.split(/[.[]/)[0];
}

function issueOf(
  { key, code, message, allowed }: OperationIssue,
  operation: FlagOperation,
  path: Path,
): Issue {
  const [kind = ''] = Object.keys(operation);
  return atValue([...path, kind, key], {
    code,
    message,
    ...(allowed.length === 0 ? {} : { allowed }),
  });
}
