import { Type, type Static } from 'typebox';
import { authentication } from './schema/authentication.ts';
import { closed } from './schema/building.ts';
import { endpoints } from './schema/endpoints.ts';
import { errors } from './schema/errors.ts';
import { field } from './schema/fields.ts';
import { limits } from './schema/limits.ts';
import { item, member } from './schema/members.ts';
import { resources } from './schema/resources.ts';
import { service } from './schema/service.ts';
import { versioning } from './schema/versioning.ts';

/**
 * The whole of `service.yaml`, as far as it is built: the one definition behind the type, the validator and the
 * JSON Schema for editors. The sections `states` and `events` have no key yet and so do not exist yet.
 */
export const specificationSchema = closed(
  {
    service,
    resources,
    endpoints: Type.Optional(endpoints),
    authentication: Type.Optional(authentication),
    errors: Type.Optional(errors),
    limits: Type.Optional(limits),
    versioning: Type.Optional(versioning),
  },
  { description: 'What a resource service is: the answers from which its code is generated.' },
);

/** What `#/$defs/…` refers to. */
export const definitions = { field, member, item };

/** What is written in `service.yaml`: keys that have a default may be left out. */
export type Specification = Static<typeof specificationSchema>;

export type ServiceSection = Specification['service'];
export type AuthenticationSection = NonNullable<Specification['authentication']>;
export type ErrorsSection = NonNullable<Specification['errors']>;
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
export type { TextByLanguage } from './schema/errors.ts';
export { fieldTypes, type Field, type FieldType } from './schema/fields.ts';
export type { Item, Member } from './schema/members.ts';
export type { Resource } from './schema/resources.ts';
