import type { Path } from '../specification/issue.ts';
import { moreMistakes, readSpecification, writeSpecification } from '../specification/index.ts';
import { pluralOf } from '../specification/names.ts';
import { isMapping, own } from '../specification/plain.ts';
import { isSpecification } from '../specification/structure/validator.ts';
import type { Specification } from '../specification/schema.ts';
import { mostFields, type Context, type Draft } from './context.ts';
import { collectFindings, pointerOf, type Finding } from './finding.ts';
import { authenticationOf } from './parts/authentication.ts';
import { endpointOf } from './parts/endpoints.ts';
import { errorsOf } from './parts/errors.ts';
import { resourceOf } from './parts/resource.ts';
import { serviceOf } from './parts/service.ts';
import { versioningOf } from './parts/versioning.ts';
import { addressesOf } from './paths/addresses.ts';
import { nameCollections, operationsIn, type NamedCollection } from './paths/name-collections.ts';
import { planCollections } from './paths/plan.ts';
import { readDocument } from '../openapi/read/read-document.ts';
import { repair } from './repair.ts';
import { memberOf, membersOf, sourceOf, type Source } from './source.ts';

export interface ImportedResource {
  readonly name: string;
  /** The path of the collection, without the version. */
  readonly address: string;
  readonly methods: readonly string[];
}

export type Imported =
  | {
      readonly ok: true;
      /** The text of `service.yaml`. */
      readonly text: string;
      readonly resources: readonly ImportedResource[];
      readonly findings: readonly Finding[];
    }
  | {
      readonly ok: false;
      readonly line: number;
      readonly message: string;
      /** What the document has, where it could be read. */
      readonly findings: readonly Finding[];
    };

/** Makes a specification of an OpenAPI document, with a list of all that it does not have as it is written there. */
export function importDocument(text: string): Imported {
  const reading = readDocument(text);
  if (!reading.ok) return { ...reading, findings: [] };
  const { root, lineOf } = reading.document;
  const findings = collectFindings(lineOf);
  const source = sourceOf(root, findings);
  const origins = new Map<string, Path>();
  let fieldCount = 0;
  const context: Context = {
    source,
    cameFrom: (made, place) => void origins.set(pointerOf(made), place),
    takeField: () => (fieldCount += 1) <= mostFields,
  };
  const { root: tree, prefix, version: inPaths } = addressesOf(source);
  const collections = nameCollections(planCollections(tree, source), source);
  if (collections.length === 0) return refused(source, lineOf(['paths']));
  const specification = sectionsOf(collections, prefix, inPaths, context);
  tellRest(source);
  const isValid = repair(specification, (made, message) =>
    findings.add('dropped', originOf(made, origins), message),
  );
  const cannot = (message: string): Imported => ({
    ok: false,
    line: 1,
    message,
    findings: findings.all(),
  });
  if (!isValid || !isSpecification(specification)) {
    return cannot('no valid specification could be made of it; report this with the document');
  }
  const written = writeSpecification(specification);
  const check = readSpecification(written, 'service.yaml');
  if (!check.ok) {
    const mistake = check.mistakes.find(({ code }) => code !== moreMistakes);
    return cannot(`the specification would not be valid: ${mistake?.message ?? ''}`);
  }
  return {
    ok: true,
    text: written,
    resources: resourcesIn(specification),
    findings: findings.all(),
  };
}

function sectionsOf(
  collections: readonly NamedCollection[],
  prefix: readonly string[],
  inPaths: string | undefined,
  context: Context,
): Draft {
  const operations = collections.flatMap(operationsIn);
  const resources: Draft = {};
  const endpoints: Draft = {};
  for (const each of collections) {
    const resource = resourceOf(each, collections, context);
    const fields = own(resource, 'fields');
    resources[each.name] = resource;
    endpoints[each.name] = endpointOf(each, isMapping(fields) ? fields : {}, collections, context);
  }
  const { section: service, version } = serviceOf(prefix, context);
  const errors = errorsOf(operations, context);
  return {
    service,
    resources,
    endpoints,
    authentication: authenticationOf(String(service['name']), operations, context),
    ...(Object.keys(errors).length === 0 ? {} : { errors }),
    versioning: versioningOf(version ?? inPaths, collections, context),
  };
}

/** Parts of a document that no section is made of. */
function tellRest({ root, findings }: Source): void {
  for (const [name, { path }] of membersOf(memberOf(root, 'webhooks'))) {
    findings.add(
      'dropped',
      path,
      `the webhook ${JSON.stringify(name.slice(0, 60))}; write what the service sends in the section events`,
    );
  }
}

function refused({ findings, root }: Source, line: number): Imported {
  const all = findings.all();
  const count = membersOf(memberOf(root, 'paths')).length;
  const message =
    count === 0
      ? 'it has no paths, so there is no resource in it'
      : 'it has no resources: no path is that of a collection, with rows that are listed, created or addressed by a parameter. A service of this generator keeps resources; what only does something has no place in it';
  return { ok: false, line, message, findings: all };
}

/** The place in the document that the nearest known place of the specification comes from. */
function originOf(made: Path, origins: ReadonlyMap<string, Path>): Path {
  for (let length = made.length; length > 0; length -= 1) {
    const place = origins.get(pointerOf(made.slice(0, length)));
    if (place !== undefined) return place;
  }
  return [];
}

function resourcesIn({ resources, endpoints = {} }: Specification): ImportedResource[] {
  return Object.keys(resources).map((name) => {
    const endpoint = own(endpoints, name);
    const methods =
      endpoint === undefined || Array.isArray(endpoint) ? [] : (endpoint.methods ?? []);
    return { name, address: addressOf(name, resources), methods };
  });
}

function addressOf(name: string, resources: Specification['resources']): string {
  const resource = own(resources, name);
  const parent = resource?.parent;
  const above = parent === undefined ? '' : `${addressOf(parent, resources)}/{id}`;
  return `${above}/${resource?.plural ?? pluralOf(name)}`;
}
