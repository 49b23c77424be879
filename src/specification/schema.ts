import type { Static } from 'typebox';
import { authentication } from './schema/authentication.ts';
import { closed } from './schema/building.ts';
import { endpoints } from './schema/endpoints.ts';
import { errors } from './schema/errors.ts';
import { events } from './schema/events.ts';
import { field } from './schema/fields.ts';
import { limits } from './schema/limits.ts';
import { input } from './schema/inputs.ts';
import { item, member } from './schema/members.ts';
import { resources } from './schema/resources.ts';
import { service } from './schema/service.ts';
import { statesSection } from './schema/states.ts';
import { versioning } from './schema/versioning.ts';
import { Type } from './schema/type.ts';

/**
 * The whole of `service.yaml`, as far as it is built: the one definition behind the type, the validator and the
 * JSON Schema for editors.
 */
export const specificationSchema = closed(
  {
    service,
    resources,
    states: Type.Optional(statesSection),
    endpoints: Type.Optional(endpoints),
    authentication: Type.Optional(authentication),
    events: Type.Optional(events),
    errors: Type.Optional(errors),
    limits: Type.Optional(limits),
    versioning: Type.Optional(versioning),
  },
  { description: 'What a resource service is: the answers from which its code is generated.' },
);

/** What `#/$defs/…` refers to. */
export const definitions = { field, member, item, input };

/** What is written in `service.yaml`: keys that have a default may be left out. */
export type Specification = Static<typeof specificationSchema>;

export type ServiceSection = Specification['service'];
export type AuthenticationSection = NonNullable<Specification['authentication']>;
export type ErrorsSection = NonNullable<Specification['errors']>;
export type StatesSection = NonNullable<Specification['states']>;
export type EventsSection = NonNullable<Specification['events']>;
export type LimitsSection = NonNullable<Specification['limits']>;

/** The nine parts, in the order in which they are written. */
export const sections = [
  'service',
  'resources',
  'states',
  'endpoints',
  'authentication',
  'events',
  'errors',
  'limits',
  'versioning',
] as const;

export {
  methods,
  resourceEndpoints,
  type Endpoint,
  type EndpointsSection,
  type Method,
} from './schema/endpoints.ts';
export {
  languages,
  representations,
  serviceWideKeys,
  type Language,
  type Representation,
} from './schema/service-wide.ts';
export type { Deprecation } from './schema/deprecation.ts';
export type { AttributeRule } from './schema/access.ts';
export type { AuthenticationMechanism } from './schema/authentication.ts';
export type { TextByLanguage } from './schema/errors.ts';
export { fieldTypes, type Field, type FieldType } from './schema/fields.ts';
export type { Item, Member } from './schema/members.ts';
export type { Input } from './schema/inputs.ts';
export type { Comparable, Comparison, Condition } from './schema/guards.ts';
export type { StateMachine, Transition } from './schema/states.ts';
export type { Action } from './schema/actions.ts';
export { deliveries, type Delivery } from './schema/events.ts';
export type { Resource } from './schema/resources.ts';
export {
  policyRules,
  strategies,
  type Flag,
  type PolicyRule,
  type Strategy,
  type Versioning,
} from './schema/versioning.ts';
export type { FlagChanges, FlagOperation } from './schema/flag-changes.ts';
export type { Version } from './schema/version.ts';
