import { pluralOf } from '../names/plural.ts';
import { defined } from '../plain.ts';
import type {
  ResolvedEndpoint,
  ResolvedField,
  ResolvedResource,
  ResolvedStateMachine,
} from '../resolved.ts';
import { defaults } from '../schema/defaults.ts';
import { resolveField } from './field.ts';

/** The last segment of the path of every history. */
export const historySegment = 'transitions';

/** The resource that keeps the transitions of another. */
export function historyOf(resource: string): string {
  return `${resource}-transition`;
}

/** The resources, each history behind the resource whose transitions it keeps. */
export function withHistories(
  resources: Readonly<Record<string, ResolvedResource>>,
  states: Readonly<Record<string, ResolvedStateMachine>>,
): Record<string, ResolvedResource> {
  const entries = Object.entries(resources).flatMap(([name, resource]) => {
    const isKept = Object.hasOwn(states, name) && states[name]?.history === true;
    return isKept
      ? [[name, resource] as const, [historyOf(name), historyResource(name, resource)] as const]
      : [[name, resource] as const];
  });
  return Object.fromEntries(entries);
}

function historyResource(parent: string, { deprecated }: ResolvedResource): ResolvedResource {
  return {
    // It goes with its resource, and nothing takes its place.
    ...(deprecated === undefined
      ? {}
      : { deprecated: defined({ since: deprecated.since, sunset: deprecated.sunset }) }),
    description: `A transition that ${spoken(parent)} went through.`,
    parent,
    plural: pluralOf(historyOf(parent)),
    segment: historySegment,
    historyOf: parent,
    fields: historyFields,
    unique: [],
    examples: [],
  };
}

function spoken(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name.replaceAll('-', ' ')}`;
}

/** Names that it keeps are text and not enums: the history outlives the machine that made it. */
const historyFields: Readonly<Record<string, ResolvedField>> = {
  transition: always(
    resolveField({ type: 'string', maxLength: 40, description: 'The name of the transition.' }),
  ),
  from: always(resolveField({ type: 'string', maxLength: 40, description: 'The state it left.' })),
  to: always(resolveField({ type: 'string', maxLength: 40, description: 'The state it entered.' })),
  at: always(resolveField({ type: 'date-time', description: 'When it happened.' })),
  client: ofTheService(
    resolveField({
      type: 'string',
      // Of a token it is made of the issuer, the client and whom it acts for.
      maxLength: 2000,
      nullable: true,
      description:
        'Who requested it; null for a timed transition, and in a service without authentication.',
    }),
  ),
  input: ofTheService(
    resolveField({
      type: 'json',
      nullable: true,
      maxLength: 1_000_000,
      description: 'What was sent along, without what is write-only or not for everybody.',
    }),
  ),
};

function ofTheService(field: ResolvedField): ResolvedField {
  return { ...field, readOnly: true };
}

/** The service sets it on every row. */
function always(field: ResolvedField): ResolvedField {
  return { ...ofTheService(field), required: true };
}

/** A history is read and never written to by clients. */
export function historyEndpoint(): ResolvedEndpoint {
  return {
    methods: ['list', 'read'],
    filter: ['transition', 'from', 'to', 'at', 'client'],
    sort: ['at'],
    pagination: {
      size: defaults.pageSize,
      maxSize: defaults.maxPageSize,
      total: true,
      cursor: false,
    },
    preconditions: 'optional',
    createByReplace: false,
    idempotencyKey: 'optional',
    cost: {},
    actions: {},
  };
}
