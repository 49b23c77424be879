import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { currentVersion, deprecations, versions } from '../../contract.ts';
import type { Route } from '../../../src/runtime/endpoints/route.ts';
import type {
  DeprecatedFeature,
  DeprecatedMember,
  DeprecatedParts,
} from '../../../src/runtime/versioning/deprecations/feature.ts';
import { describedPath } from '../support/addresses.ts';
import type { TestAnswer } from '../support/client.ts';
import { filled, linked, startConforming, type ConformingService } from '../support/conformance.ts';
import { inVersion, stateOf } from '../support/lifecycle.ts';
import { needing } from '../support/target.ts';

const list = '/versions/deprecations';

/** One request, and the features that its answer has to name. */
interface Use {
  readonly label: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly features: readonly string[];
}

describe('part 3, features that clients are asked to stop using', () => {
  let service: ConformingService;

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  /** Operations with something deprecated, in every version that answers. */
  function deprecatedOperations() {
    const { versions: routed, unversioned } = service.app.routes;
    const newest = deprecations.at(-1)?.label;
    return deprecations.flatMap(({ label, operations }) => {
      const version = versions.find((each) => each.label === label);
      if (version === undefined || stateOf(version, service.now) === 'sunset') return [];
      const { routes = [] } = routed.find((each) => each.version.label === label) ?? {};
      const placed = (some: readonly Route[], place: (path: string) => string) =>
        some.flatMap(({ path, operations: offered }) =>
          Object.entries(offered).flatMap(([method, { id }]) => {
            const parts = operations[id];
            return parts === undefined
              ? []
              : [{ label, id, method, path: place(filled(path)), parts }];
          }),
        );
      return [
        ...placed(routes, (path) => inVersion(version, path)),
        ...(label === newest ? placed(unversioned, (path) => path) : []),
      ];
    });
  }

  /** Resources of a version of which clients can read rows. */
  function resourcesRead(label: string): ReadonlySet<string> {
    const { routes = [] } =
      service.app.routes.versions.find(({ version }) => version.label === label) ?? {};
    const read = routes.flatMap(({ operations }) => operations['GET']?.resource?.name ?? []);
    return new Set(read);
  }

  /** Requests that use each deprecated thing of an operation, and one that uses nothing but the operation. */
  function usesOf({ label, method, path, parts }: ReturnType<typeof deprecatedOperations>[number]) {
    const { operation = [], body = [], filters = [], sorts = [] } = parts;
    const sent = (value: unknown, features: readonly string[]): Use => ({
      label,
      method,
      path,
      body: value,
      features: [...operation, ...features],
    });
    const asked = (query: string, features: readonly string[]): Use => ({
      label,
      method,
      path: `${path}?${query}`,
      features: [...operation, ...features],
    });
    return [
      method === 'GET' || method === 'DELETE'
        ? { label, method, path, features: operation }
        : sent({}, []),
      ...bodiesOf(body).map(([value, features]) => sent(value, features)),
      ...filters.flatMap(({ member, features = [], values = [] }) => [
        ...(features.length > 0 ? [asked(`${member}=x`, features)] : []),
        ...values.map(({ value, feature }) =>
          asked(`${member}=${encodeURIComponent(value)}`, [...features, feature]),
        ),
      ]),
      ...sorts.map(({ member, features = [] }) => asked(`sort=${member},desc`, features)),
    ];
  }

  function send({ method, path, body }: Use): Promise<TestAnswer> {
    return service.request(method, path, body === undefined ? {} : { body });
  }

  test(
    'C-026 an answer names the deprecated features that its request uses',
    needing('server'),
    async (t) => {
      let proved = 0;
      for (const operation of deprecatedOperations()) {
        for (const use of usesOf(operation)) {
          const answer = await send(use);
          const what = `${use.method} ${use.path} ${JSON.stringify(use.body)}: ${String(answer.status)}`;
          const { operation: whole = [] } = operation.parts;
          // What is refused before the request is read can say only that the operation is deprecated.
          const isRead = use.features.length === whole.length || !isUnread(answer);
          if (use.features.length === 0) {
            assert.equal(answer.headers.get('api-deprecated-features'), null, what);
          } else if (isRead && ![410, 503].includes(answer.status)) {
            assertNamesFeatures(answer, use, what);
            proved += 1;
          }
        }
      }
      if (proved === 0) t.skip('no client may use what is deprecated, or its version is gone');
    },
  );

  test('C-026 the list has a section for each feature', async () => {
    const { status, body } = await service.anonymous('GET', list);
    assert.equal(status, 200);
    const shown = body['deprecations'] as readonly {
      readonly version: string;
      readonly feature: string;
      readonly since: string;
      readonly links: { readonly section: string };
    }[];
    assert.deepEqual(
      shown.map(({ version, feature, since }) => [version, feature, since]),
      deprecations.flatMap(({ label, features }) =>
        features.map(({ name, since }) => [label, name, since]),
      ),
    );
    const page = await service.anonymous('GET', list, { headers: { accept: 'text/html' } });
    for (const { links } of shown) {
      const [, id = ''] = links.section.split('#');
      assert.ok(page.text.includes(`id="${id}"`), id);
    }
  });

  test(
    'C-026 documents say what is deprecated, since when and what to use instead',
    needing('server'),
    async () => {
      for (const { label, features, operations } of deprecations) {
        const isCurrent = label === currentVersion.label;
        const path = isCurrent ? describedPath : `/openapi/v${label}.json`;
        const { status, body } = await service.anonymous('GET', path);
        // Of a version that is gone there is none.
        if (status !== 200) continue;
        const documented = Object.values(
          body['paths'] as Readonly<Record<string, Readonly<Record<string, Documented>>>>,
        ).flatMap((item) => Object.values(item));
        const text = JSON.stringify(body);
        const read = resourcesRead(label);
        const uses = JSON.stringify(operations);
        for (const { name, since, replacedBy } of features) {
          const [, resource] = /^(?:field|value):([^.]+)/.exec(name) ?? [];
          const isUsed = uses.includes(JSON.stringify(name));
          // A document has no member of a resource that clients can only delete.
          if (resource !== undefined && !isUsed && !read.has(resource)) continue;
          assert.ok(text.includes(`Deprecated as of ${since}.`), `${name}, ${since}`);
          if (replacedBy !== undefined) {
            const instead = JSON.stringify(`Use \`${replacedBy}\` instead.`).slice(1, -1);
            assert.ok(text.includes(instead), `${name}, ${replacedBy}`);
          }
        }
        for (const operation of documented) {
          const parts = operations[operation.operationId ?? ''];
          if (parts?.operation !== undefined) assert.equal(operation.deprecated, true);
          for (const { member } of filtersWith(parts)) {
            const parameter = operation.parameters?.find(({ name }) => name === member);
            if (parameter !== undefined) assert.equal(parameter.deprecated, true, member);
          }
        }
      }
    },
  );

  test('C-026 the metrics count who uses what', needing('server'), async (t) => {
    const uses = deprecatedOperations().flatMap(usesOf);
    let proved = 0;
    for (const use of uses.filter(({ features }) => features.length > 0)) {
      const answer = await send(use);
      if (isUnread(answer)) continue;
      proved += 1;
      const text = await service.app.metrics.text();
      for (const feature of use.features) {
        const line = `api_deprecated_uses_total{version="${use.label}",feature="${feature}",client="`;
        assert.ok(text.includes(line), line);
      }
    }
    if (proved === 0) t.skip('no client may use what is deprecated, or its version is gone');
  });
});

/** Whether the request was refused before its query and its body were looked at. */
function isUnread({ status, body }: TestAnswer): boolean {
  // An older version may have lost a filter.
  return [403, 405, 410, 429, 503].includes(status) || body['code'] === 'unknown-parameter';
}

function assertNamesFeatures(
  { headers }: TestAnswer,
  { label, features }: Use,
  what: string,
): void {
  const known = deprecations.find((each) => each.label === label)?.features ?? [];
  const used = features.map((name) => featureOf(known, name));
  const named = (headers.get('api-deprecated-features') ?? '').split(', ');
  assert.deepEqual(named.toSorted(), [...new Set(features)].toSorted(), what);
  const seconds = used.map(({ since }) => Date.parse(since) / 1000);
  // A version may be deprecated before.
  const day = headers.get('deprecation') ?? '';
  assert.match(day, /^@\d+$/, what);
  assert.ok(Number(day.slice(1)) <= Math.min(...seconds), what);
  const ends = used.flatMap(({ sunset }) => (sunset === undefined ? [] : [Date.parse(sunset)]));
  if (ends.length > 0) {
    assert.ok(Date.parse(headers.get('sunset') ?? '') <= Math.min(...ends), what);
  }
  const links = headers.get('link') ?? '';
  for (const { name } of used) {
    const section = `${linked(list)}#v${label}-${name}`;
    assert.ok(links.includes(`<${section}>; rel="deprecation"`), `${what}: ${section}`);
  }
}

interface Documented {
  readonly operationId?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly { readonly name: string; readonly deprecated?: boolean }[];
}

function filtersWith(parts: DeprecatedParts | undefined) {
  return (parts?.filters ?? []).filter(({ features = [] }) => features.length > 0);
}

function featureOf(known: readonly DeprecatedFeature[], name: string): DeprecatedFeature {
  const found = known.find((feature) => feature.name === name);
  assert.ok(found !== undefined, name);
  return found;
}

/** For each deprecated member and value a body that has it and nothing else, with the features that it names. */
function bodiesOf(
  members: readonly DeprecatedMember[],
): (readonly [body: Readonly<Record<string, unknown>>, features: readonly string[]])[] {
  return members.flatMap(({ name, feature, values = [], members: inner = [] }) => {
    const own = feature === undefined ? [] : [feature];
    return [
      ...(feature === undefined ? [] : [[{ [name]: null }, own] as const]),
      ...values.map(({ value, feature: used }) => [{ [name]: value }, [...own, used]] as const),
      ...values.map(({ value, feature: used }) => [{ [name]: [value] }, [...own, used]] as const),
      ...bodiesOf(inner).flatMap(([body, features]) => [
        [{ [name]: body }, [...own, ...features]] as const,
        [{ [name]: [body] }, [...own, ...features]] as const,
      ]),
    ];
  });
}
