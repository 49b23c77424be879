import { isDeepStrictEqual } from 'node:util';
import type { ComposedVersion } from '../../../evolution/compose/chain.ts';
import { customOperationInputs } from '../../../evolution/compose/custom-operations.ts';
import { eventTypes, olderEventOf, type LinkedStep } from '../../../evolution/compose/link.ts';
import { buildModel } from '../../../model/build.ts';
import { customOperationsOf } from '../../../model/custom-operations.ts';
import { known } from '../../../model/known.ts';
import type { ResourceModel, ServiceModel } from '../../../model/model.ts';
import { withPresentCustomOperations } from '../../../model/present.ts';
import { only, own } from '../../../specification/plain.ts';
import type { ResolvedSpecification } from '../../../specification/index.ts';
import { code, identifier, type Code } from '../../code.ts';
import { describeEvent } from '../events.ts';
import { customOperationRoute, customOperationFunctions } from '../custom-operations.ts';
import { importedOperations, resourceView } from '../resource.ts';
import { acrossPath, overParents } from '../strategy.ts';
import { atNewest } from './at-newest.ts';
import { adapterView } from './adapter.ts';
import { proofView, recordedLossesView } from './proofs.ts';
import { additionsView } from './recorded-additions.ts';
import { recorderOf } from './recorder.ts';
import { isIdentity } from './replacement-members.ts';
import { versionFolder, versionName } from './names.ts';

/** An older version, as its templates show it. */
export function versionView(model: ServiceModel, version: ComposedVersion) {
  const olderModel = buildModel(atNewest(version.specification, model.specification));
  const folder = versionFolder(version.label);
  const changed = version.resources.filter((each) => isChanged(olderModel, model, each));
  const resources = changed.map((composed) => {
    const older = known(olderModel.resources.find(({ name }) => name === composed.older));
    const adapter = adapterView(model, olderModel, version, composed);
    return {
      folder,
      schema: {
        ...resourceView(olderModel, older),
        version: version.label,
        type: adapter.type,
      },
      ...adapter,
    };
  });
  return {
    label: version.label,
    version: version.label,
    folder,
    variable: identifier(`v${version.label.replaceAll('-', '')}`),
    resources,
    facts: factsOf(model, olderModel, version),
    legacy: legacyOf(model, version),
    former: formerOf(model, version),
    proofs: { ...proofView(model, version), withdrawn: withdrawnOf(version) },
    recordedLosses: recordedLossesView(model, olderModel, version),
    recorder: recorderOf(model, olderModel, version),
    hasOtherRules: !isDeepStrictEqual(
      version.specification.authentication.rules,
      version.newest.authentication.rules,
    ),
    added: additionsView(model, olderModel, version),
    collections: new Map(
      olderModel.resources.map(({ name, collectionPath }) => [name, collectionPath]),
    ),
  };
}

type Composed = ComposedVersion['resources'][number];

/** Whether clients of the older version see anything of a resource in another way. */
function isChanged(olderModel: ServiceModel, model: ServiceModel, composed: Composed): boolean {
  const now = shapeOf(model, composed.newest);
  const then = shapeOf(olderModel, composed.older);
  // A history has the same shape, and yet other names in it.
  return JSON.stringify(now) !== JSON.stringify(then) || !isIdentity(composed.down);
}

function shapeOf({ specification, resources }: ServiceModel, name: string) {
  const resource = known(resources.find((each) => each.name === name));
  const { filter, sort, pagination } = resource.endpoint;
  return {
    name,
    plural: resource.plural,
    fields: resource.fields.map((field) => [field.name, field.field]),
    claimed: resource.access.rules.map((rule) => rule.name),
    parents: resource.parents.map((each) => each.name),
    children: resource.children,
    references: resource.references.map(({ target, path }) => [target.plural, path]),
    customOperations: only(
      customOperationInputs(specification, name),
      customOperationsOf(withPresentCustomOperations(resource)).map(
        (customOperation) => customOperation.name,
      ),
    ),
    list: { filter, sort, pagination },
  };
}

function factsOf(model: ServiceModel, olderModel: ServiceModel, version: ComposedVersion) {
  const facts: Readonly<Record<string, object>> = {
    paths: pathsOf(model, olderModel, version),
    absent: absentOf(model, version),
    replacesOnly: replacesOnlyOf(model, version),
    errors: errorsOf(version),
    events: eventsOf(version),
    eventTexts: eventTextsOf(olderModel, version),
    withdrawn: withdrawnOf(version),
    lacks: [...new Set(version.steps.flatMap(({ changes }) => changes.behaviours ?? []))],
  };
  return Object.entries(facts)
    .filter(([, value]) => Object.keys(value).length > 0)
    .map(([name, value]) => ({ name: identifier(name), value }));
}

function pathsOf(model: ServiceModel, olderModel: ServiceModel, { resources }: ComposedVersion) {
  return Object.fromEntries(
    resources.flatMap((composed) => {
      const now = known(model.resources.find(({ name }) => name === composed.newest));
      const then = known(olderModel.resources.find(({ name }) => name === composed.older));
      if (now.collectionPath === then.collectionPath) return [];
      const single = ({ collectionPath, idParameter }: ResourceModel) =>
        `${collectionPath}/{${idParameter}}`;
      const across = acrossPath(model, now);
      return [
        [now.collectionPath, then.collectionPath],
        [single(now), single(then)],
        ...(across === undefined ? [] : [[across, overParents(then)]]),
      ];
    }),
  );
}

const verbs = {
  list: 'list',
  create: 'create',
  read: 'read',
  replace: 'replace',
  update: 'update',
  delete: 'delete',
} as const;

/** Operations of the newest version that the older one has not. */
function absentOf(model: ServiceModel, version: ComposedVersion): string[] {
  return model.resources.flatMap((resource) => {
    const composed = version.resources.find(({ newest }) => newest === resource.name);
    const methods =
      composed === undefined
        ? []
        : (version.specification.endpoints[composed.older]?.methods ?? []);
    const had = new Set(composed?.customOperations.map(({ newest }) => newest));
    const without = resource.endpoint.methods
      .filter((method) => !methods.includes(method))
      .flatMap((method) =>
        method === 'list'
          ? [
              verbs.list + resource.pluralPascal,
              ...(acrossPath(model, resource) === undefined
                ? []
                : [`listAll${resource.pluralPascal}`]),
            ]
          : [verbs[method] + resource.title],
      );
    const customOperations = Object.keys(customOperationInputs(model.specification, resource.name))
      .filter((name) => !had.has(name))
      .map((name) => customOperationId(resource, name));
    return [...without, ...customOperations];
  });
}

/** Operations by which the newest version creates what they do not find, and the older one does not. */
function replacesOnlyOf(model: ServiceModel, { resources, specification }: ComposedVersion) {
  return resources.flatMap(({ newest, older }) => {
    const { endpoint, title } = known(model.resources.find(({ name }) => name === newest));
    const then = specification.endpoints[older];
    const isOnly = then?.methods.includes('replace') === true && !then.createByReplace;
    return endpoint.createByReplace && isOnly ? [verbs.replace + title] : [];
  });
}

function customOperationId({ machine, actions }: ResourceModel, name: string): string {
  const { title } = known(
    [...(machine?.transitions ?? []), ...actions].find((each) => each.name === name),
  );
  return title.charAt(0).toLowerCase() + title.slice(1);
}

function errorsOf({ steps, newest, specification }: ComposedVersion) {
  const errors: Record<string, { code?: string; status?: number }> = {};
  const { validationStatus } = specification.errors;
  if (validationStatus !== newest.errors.validationStatus) {
    errors['validation-failed'] = { status: validationStatus };
  }
  for (const code of Object.keys(newest.errors.codes)) {
    let name = code;
    let status: number | undefined;
    for (const { changes } of steps.toReversed()) {
      for (const { rename, status: other } of changes.errors ?? []) {
        if (rename?.to === name) name = String(rename.from);
        if (other?.code === name || other?.code === code) status = other.was;
      }
    }
    if (name !== code || status !== undefined) {
      errors[code] = {
        ...(name === code ? {} : { code: name }),
        ...(status === undefined ? {} : { status }),
      };
    }
  }
  return errors;
}

/** What an event of the newest version is called; null where the older version has none. */
function eventsOf({
  steps,
  newest,
  specification,
}: ComposedVersion): Record<string, string | null> {
  const emitted = new Set(eventTypes(specification));
  return Object.fromEntries(
    eventTypes(newest).flatMap((type) => {
      let name: string | null = type;
      for (const step of steps.toReversed()) {
        if (name !== null) name = olderEventOf(step, name);
      }
      if (name !== null && !emitted.has(name)) name = null;
      return name === type ? [] : [[type, name]];
    }),
  );
}

/** What documents of the older version say of its events, where those of the newest one say it in other words. */
function eventTextsOf(olderModel: ServiceModel, version: ComposedVersion): Record<string, string> {
  const renamed = new Set(Object.values(eventsOf(version)));
  return Object.fromEntries(
    (olderModel.events?.emit ?? [])
      .filter(({ name }) => renamed.has(name))
      .map((event) => [event.name, describeEvent(event)]),
  );
}

/** Events of the older version that one of the steps withdraws. */
function withdrawnOf({ steps, specification }: ComposedVersion): string[] {
  return eventTypes(specification).filter((type) => {
    let name: string | undefined = type;
    for (const step of steps) {
      if ((step.changes.events ?? []).some(({ withdrawn }) => withdrawn === name)) return true;
      name = newerEventOf(step, name);
      if (name === undefined) return false;
    }
    return false;
  });
}

function newerEventOf(step: LinkedStep, type: string): string | undefined {
  return eventTypes(step.newer).find((each) => olderEventOf(step, each) === type);
}

/** Resources that the older version shows and the newest one does not. */
function formerOf(model: ServiceModel, { resources }: ComposedVersion) {
  return model.resources
    .filter(({ name, isFormer }) => isFormer && resources.some(({ newest }) => newest === name))
    .map(({ name, camel }) => ({ file: name, name: identifier(`${camel}Routes`) }));
}

/** Methods that the older version offers and the newest one does not. */
function legacyOf(model: ServiceModel, version: ComposedVersion) {
  return version.resources.flatMap((composed) => {
    const resource = known(model.resources.find(({ name }) => name === composed.newest));
    const then = version.specification.endpoints[composed.older];
    const methods = (then?.methods ?? []).filter(
      (each) => !resource.endpoint.methods.includes(each),
    );
    const customOperations = customOperationsOf(resource).filter(
      ({ isFormer, name }) =>
        isFormer && composed.customOperations.some(({ newest }) => newest === name),
    );
    if (methods.length === 0 && customOperations.length === 0) return [];
    const allow = own(version.specification.authentication.allow, composed.older);
    const ungranted: ServiceModel = {
      ...model,
      specification: withoutAllow(model.specification),
    };
    const view = resourceView(ungranted, {
      ...resource,
      machine: undefined,
      actions: [],
      endpoint: { ...resource.endpoint, methods },
    } as unknown as ResourceModel);
    const isGranted = model.specification.authentication.allow !== undefined;
    const grants = model.specification.authentication.allow?.[resource.name];
    const verbOf: Readonly<Record<string, string>> = {
      GET: 'read',
      POST: 'create',
      PUT: 'replace',
      PATCH: 'update',
      DELETE: 'delete',
    };
    const granted = ({ method, call }: { method: Code; call: Code }) => ({
      method,
      call: isGranted
        ? code`${identifier('grantedTo')}(${allow?.[verbOf[method.code] ?? ''] ?? []}, ${call})`
        : call,
    });
    return [
      {
        ...view,
        version: version.label,
        isGranted,
        name: resource.name,
        routesName: identifier(`${resource.camel}LegacyRoutes`),
        alias: identifier(`${resource.camel}LegacyRoutes${versionName(version.label)}`),
        operationImports: [
          ...view.operationImports,
          ...importedOperations(customOperationFunctions(customOperations)),
        ].toSorted((a, b) => (a.file < b.file ? -1 : 1)),
        isAsynchronous: customOperations.some((each) => 'isAsync' in each && each.isAsync),
        customOperationRoutes: customOperations.map((customOperation) => {
          const { path, call } = customOperationRoute(ungranted, resource, customOperation);
          const callers = grants?.[customOperation.name] ?? [];
          return {
            path,
            call: isGranted ? code`${identifier('grantedTo')}(${callers}, ${call})` : call,
          };
        }),
        collection: view.collection.map(granted),
        single: view.single.map(granted),
      },
    ];
  });
}

function withoutAllow(specification: ResolvedSpecification): ResolvedSpecification {
  const { allow: _, ...authentication } = specification.authentication;
  return { ...specification, authentication };
}
