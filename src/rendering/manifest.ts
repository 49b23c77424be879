import type { ResourceModel, ServiceModel } from '../model/model.ts';
import type { Ownership } from '../plan/index.ts';
import type { Language, Representation } from '../specification/index.ts';
import { hasCursors, hasIdempotency, hasLinks, hasSecrets } from './features.ts';
import type { RuntimeChoice } from './views/package-json.ts';

/** A file of a service that is made from a template. */
export interface TemplateEntry {
  /** Path below `templates/`; what ends in `.hbs` is rendered, all else is copied. */
  readonly template: string;
  /** Path in the service; that of the template unless said otherwise. */
  readonly path?: string;
  readonly ownership?: Ownership;
  /** Once for each resource: `resource` in the path stands for its name. */
  readonly isPerResource?: boolean;
  /** Absent: every service has it. */
  readonly when?: (model: ServiceModel, runtime: RuntimeChoice) => boolean;
}

const hasApiKeys = (model: ServiceModel) => model.apiKeyHeader !== undefined;
const does =
  (method: ResourceModel['endpoint']['methods'][number]) =>
  ({ resources }: ServiceModel) =>
    resources.some(({ endpoint }) => endpoint.methods.includes(method));
const createsByReplace = ({ resources }: ServiceModel) =>
  resources.some(
    ({ endpoint }) => endpoint.methods.includes('replace') && endpoint.createByReplace,
  );
const speaks =
  (name: Representation) =>
  ({ specification }: ServiceModel) =>
    specification.representations.includes(name);
const says =
  (language: Language) =>
  ({ specification }: ServiceModel) =>
    specification.languages.includes(language);
const inserts = (model: ServiceModel) => does('create')(model) || createsByReplace(model);
const revises = (model: ServiceModel) => does('replace')(model) || does('update')(model);
const readsObjects = (model: ServiceModel) =>
  does('update')(model) || speaks('hal')(model) || speaks('json-api')(model);
const hasLanguages = ({ specification }: ServiceModel) => specification.languages.length > 1;
const hasSeveral = ({ specification }: ServiceModel) => specification.representations.length > 1;
const hasOrigins = ({ specification }: ServiceModel) => specification.origins.length > 0;
const hasBodies = (model: ServiceModel) => does('create')(model) || revises(model);

/**
 * Files that only some services have, or that are not simply written again when they are regenerated. All other
 * templates are in every service.
 */
export const exceptions: readonly TemplateEntry[] = [
  { template: 'src/custom.ts.hbs', ownership: 'owned' },
  { template: 'src/resources/resource.rules.ts.hbs', ownership: 'owned', isPerResource: true },
  { template: 'src/resources/resource.schema.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.store.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.routes.ts.hbs', isPerResource: true },
  { template: 'test/resources/resource.test.ts.hbs', isPerResource: true },
  { template: 'test/resources/resource.sample.ts.hbs', isPerResource: true },
  { template: 'src/authentication/api-key.ts', when: hasApiKeys },
  { template: 'src/authentication/api-key-store.ts', when: hasApiKeys },
  { template: 'src/authentication/mechanism.ts', when: hasApiKeys },
  { template: 'src/authentication/verified-keys.ts', when: hasApiKeys },
  { template: 'scripts/key.ts.hbs', when: hasApiKeys },
  { template: 'test/conformance/5-authentication.test.ts.hbs', when: hasApiKeys },
  { template: 'src/endpoints/languages/accept-language.ts', when: hasLanguages },
  { template: 'src/endpoints/languages/en.ts', when: says('en') },
  { template: 'src/endpoints/languages/de.ts', when: says('de') },
  { template: 'src/endpoints/representations/hal.ts', when: speaks('hal') },
  { template: 'src/endpoints/representations/html.ts', when: speaks('html') },
  { template: 'src/endpoints/representations/json-api.ts', when: speaks('json-api') },
  { template: 'src/endpoints/representations/json-api-body.ts', when: speaks('json-api') },
  { template: 'src/endpoints/representations/json-api-query.ts', when: speaks('json-api') },
  { template: 'src/endpoints/representations/links.ts', when: hasLinks },
  { template: 'src/endpoints/representations/xml.ts', when: speaks('xml') },
  { template: 'src/endpoints/representations/xml-reading.ts', when: speaks('xml') },
  { template: 'src/endpoints/representations/xml-schema.ts', when: speaks('xml') },
  { template: 'src/endpoints/representations/xml-writing.ts', when: speaks('xml') },
  { template: 'test/conformance/4a-cursor.test.ts.hbs', when: hasCursors },
  { template: 'test/conformance/4b-cross-origin.test.ts.hbs', when: hasOrigins },
  { template: 'test/conformance/4b-idempotency.test.ts.hbs', when: hasIdempotency },
  { template: 'test/conformance/4c-languages.test.ts.hbs', when: hasLanguages },
  { template: 'test/conformance/4c-hal.test.ts.hbs', when: speaks('hal') },
  { template: 'test/conformance/4c-html.test.ts.hbs', when: speaks('html') },
  { template: 'test/conformance/4c-json-api.test.ts.hbs', when: speaks('json-api') },
  { template: 'test/conformance/4c-xml.test.ts.hbs', when: speaks('xml') },
  { template: 'test/conformance/4c-variants.test.ts.hbs', when: hasSeveral },
  { template: 'test/conformance/4b-prefer.test.ts.hbs', when: hasBodies },
  { template: 'test/support/xml.ts', when: speaks('xml') },
  { template: 'src/endpoints/cross-origin.ts', when: hasOrigins },
  { template: 'src/endpoints/cursor.ts', when: hasCursors },
  { template: 'src/endpoints/idempotency.ts', when: hasIdempotency },
  { template: 'src/endpoints/operations/carry-out.ts', when: hasBodies },
  { template: 'src/endpoints/operations/list.ts', when: does('list') },
  { template: 'src/endpoints/list-query.ts', when: does('list') },
  { template: 'src/endpoints/page.ts', when: does('list') },
  { template: 'src/endpoints/operations/create.ts', when: does('create') },
  { template: 'src/endpoints/operations/read.ts', when: does('read') },
  { template: 'src/endpoints/operations/replace.ts', when: does('replace') },
  { template: 'src/endpoints/operations/replace-or-create.ts', when: createsByReplace },
  { template: 'src/endpoints/operations/insertion.ts', when: inserts },
  { template: 'src/endpoints/operations/update.ts', when: does('update') },
  { template: 'src/endpoints/merge-patch.ts', when: does('update') },
  { template: 'src/endpoints/json-patch.ts', when: does('update') },
  { template: 'src/endpoints/json-object.ts', when: readsObjects },
  { template: 'src/endpoints/json-pointer.ts', when: does('update') },
  { template: 'src/endpoints/operations/remove.ts', when: does('delete') },
  { template: 'src/endpoints/operations/revise.ts', when: revises },
  { template: 'src/endpoints/operations/members.ts', when: hasBodies },
  { template: 'src/storage/idempotency-records.ts', when: hasIdempotency },
  { template: 'src/storage/secrets.ts', when: hasSecrets },
  { template: 'src/storage/try-lock.ts', when: hasIdempotency },
  { template: 'src/storage/migrations/0001-initial.ts.hbs', ownership: 'history' },
  { template: 'src/storage/migrations/index.ts.hbs', ownership: 'history' },
];
