import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { currentVersion, limits, selector } from '../../contract.ts';
import { maxErrors } from '../../../src/runtime/errors/problem-document.ts';
import type { TestAnswer } from '../support/client.ts';
import type { DocumentedOperation } from '../support/document-contract.ts';
import { describedPath } from '../support/addresses.ts';
import {
  filled,
  first,
  followed,
  offering,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import type { Json } from '../support/sample.ts';

const { ownParameters, selecting, typed } = selector;

/** An operation as clients read it: with the media types that name a version. */
interface Described extends DocumentedOperation {
  /** Media types of the body. */
  readonly bodies: readonly string[];
  /** Media types of the successes. */
  readonly answers: readonly string[];
  /** Names of all query parameters. */
  readonly named: readonly string[];
}

/** What a service may take besides what its document lists: all that one of its kind knows. */
const types = [
  'application/json',
  'application/hal+json',
  'application/vnd.api+json',
  'application/xml',
  'application/merge-patch+json',
  'application/json-patch+json',
  'application/x-www-form-urlencoded',
  'application/health+json',
  'application/linkset+json',
  'text/html',
  'text/plain',
  'text/event-stream',
];
const operators = ['', '[eq]', '[ne]', '[gt]', '[gte]', '[lt]', '[lte]', '[in]', '[like]'];
const wellKnown = [
  'page',
  'size',
  'sort',
  'cursor',
  'limit',
  'offset',
  'filter',
  'q',
  'fields',
  'include',
  'version',
  'features',
];

describe('part 1, the document and the service', () => {
  let service: ConformingService;
  let document: Json;
  let open: readonly Described[];

  before(async () => {
    service = await startConforming();
    document = (await service.anonymous('GET', describedPath)).body;
    const items = Object.entries(objectOf(document['paths']));
    const raw = new Map(items.map(([path, item]) => [followed(path), objectOf(item)]));
    open = service.open.map((operation) => {
      const described = objectOf(raw.get(operation.path)?.[operation.method.toLowerCase()]);
      const successes = Object.entries(objectOf(described['responses'])).filter(
        ([status]) => Number(status) < 400,
      );
      const parameters = (described['parameters'] ?? []) as readonly { in: string; name: string }[];
      return {
        ...operation,
        bodies: Object.keys(objectOf(objectOf(described['requestBody'])['content'])),
        answers: [
          ...new Set(
            successes.flatMap(([, answer]) => Object.keys(objectOf(objectOf(answer)['content']))),
          ),
        ],
        named: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
      };
    });
  });
  after(() => service.stop());

  /** Sends a request with unchanged media types. */
  function ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: unknown,
  ): Promise<TestAnswer> {
    const { target, headers: selector } = selecting(path);
    return service.asIs(method, target, { body, headers: { ...selector, ...headers } });
  }

  function candidates(path: string, header: string): readonly string[] {
    const listed = open.flatMap(({ bodies, answers }) => [...bodies, ...answers]);
    return [...new Set([...listed, ...types, ...types.map((type) => typed(type, path, header))])];
  }

  test('C-002 the example of an address is one that the service has', (t) => {
    const { Location: location } = objectOf(objectOf(document['components'])['headers']);
    if (location === undefined) {
      t.skip('nothing is answered with an address');
      return;
    }
    const { examples = [] } = objectOf(objectOf(location)['schema']) as {
      examples?: readonly string[];
    };
    for (const example of examples) {
      const isKnown = ['GET', 'PUT', 'PATCH', 'DELETE'].some((method) =>
        service.contract.find(method, example),
      );
      // What is made may be there for nothing that clients can do with it.
      const collection = example.slice(0, example.lastIndexOf('/'));
      assert.ok(isKnown || service.contract.find('POST', collection) !== undefined, example);
    }
  });

  test('C-002 C-086 bodies of the types that the document lists are read, and of no other', async () => {
    for (const operation of open) {
      const { method, path, bodies, answers } = operation;
      if (bodies.length === 0) continue;
      const address = filled(path);
      const wanted = answers.length > 0 ? answers : [selecting(address).headers['accept'] ?? '*/*'];
      const [usual = ''] = wanted;
      // The last of them is plain, where any is.
      const last = bodies.at(-1) ?? '';
      const pairs = [
        ...bodies.map((type) => [type, usual] as const),
        ...wanted.map((accept) => [last, accept] as const),
      ];
      for (const [type, accept] of pairs) {
        let answer = await ask(method, address, { accept, 'content-type': type }, '{');
        // As with answers below: another type beside that of a page names the version.
        if (accept.startsWith('text/') && isOfAnother(answer, operation)) {
          answer = await ask(
            method,
            address,
            { accept: typed(accept, address, 'accept'), 'content-type': type },
            '{',
          );
        }
        const what = `${method} ${path} ${type}, accepting ${accept}`;
        assert.equal(answer.body['code'] ?? 'malformed-body', 'malformed-body', what);
        assert.ok(answer.status === 400 && !isOfAnother(answer, operation), what);
      }
      for (const type of candidates(address, 'content-type')) {
        const answer = await ask(method, address, { 'content-type': type }, '{');
        if (answer.status === 415 || isOfAnother(answer, operation)) continue;
        assert.ok(bodies.includes(type), `${method} ${path} takes ${type}: ${answer.text}`);
      }
    }
  });

  test('C-002 C-085 answers have the types that the document lists, and no other', async () => {
    for (const operation of open) {
      const { method, path, answers } = operation;
      if (method !== 'GET') continue;
      const address = filled(path);
      for (const accept of answers) {
        let answer = await ask('HEAD', address, { accept });
        // No version is part of the type of a page or a stream: another type beside it names one.
        if (
          accept.startsWith('text/') &&
          (answer.status === 406 || isOfAnother(answer, operation))
        ) {
          answer = await ask('HEAD', address, { accept: typed(accept, address, 'accept') });
        }
        assert.ok(answer.status !== 406 && !isOfAnother(answer, operation), `${path} ${accept}`);
        if (answer.status < 300) assert.equal(typeOf(answer), accept, path);
      }
      for (const accept of ['*/*', 'application/*', 'text/*', ...candidates(address, 'accept')]) {
        const answer = await ask('HEAD', address, { accept });
        if (answer.status >= 300 || isOfAnother(answer, operation)) continue;
        assert.ok(
          answers.includes(typeOf(answer)),
          `${path} is answered as ${typeOf(answer)} to ${accept}`,
        );
      }
    }
  });

  const changing = offering('read', 'update');
  test(
    'C-002 C-085 so have answers to changes, whatever the type of the body is',
    unless(changing),
    async () => {
      const sample = first(changing);
      const collection = await service.make.collection(sample);
      const path = `${collection}/${(await service.make.insert(sample, collection)).id}`;
      const operation = open.find(({ id }) => id === service.contract.find('PATCH', path)?.id);
      if (operation === undefined) return;
      const { bodies, answers } = operation;
      for (const type of bodies.filter((each) => each.includes('merge-patch'))) {
        for (const accept of ['*/*', ...candidates(path, 'accept')]) {
          const headers = {
            accept,
            'content-type': type,
            'if-match': '*',
            'idempotency-key': `"${randomUUID()}"`,
          };
          const answer = await ask('PATCH', path, headers, {});
          if (answer.status >= 300 || isOfAnother(answer, operation)) continue;
          assert.ok(
            answers.includes(typeOf(answer)),
            `${type} is answered as ${typeOf(answer)} to ${accept}`,
          );
        }
      }
    },
  );

  test('C-002 C-045 queries have the parameters that the document lists, and no other', async () => {
    for (const operation of open) {
      const { method, path, named, answers, isVersioned } = operation;
      if (method !== 'GET' || !isVersioned || answers.includes('text/event-stream')) continue;
      const address = filled(path);
      const [usual = ''] = answers;
      const jsonApi = answers.find((type) => type.includes('vnd.api+json'));
      const members = [
        ...new Set(open.flatMap((each) => each.parameters.map((name) => name.replace(/\[.*/, '')))),
      ];
      const others = [
        ...wellKnown,
        ...members.flatMap((name) => operators.map((operator) => name + operator)),
      ];
      const names = [...new Set([...named, ...others])].filter(
        (name) => !ownParameters.includes(name),
      );
      const taken = new Set<string>();
      for (const accept of [usual, ...(jsonApi === undefined ? [] : [jsonApi])]) {
        for (const asked of batches(names, selecting(address).target)) {
          const unknown = await unknownAmong(address, accept, asked);
          for (const name of asked) if (!unknown.has(name)) taken.add(name);
        }
      }
      const expected = [...new Set(named)].filter((name) => names.includes(name));
      assert.deepEqual([...taken].toSorted(), expected.toSorted(), path);
    }
  });

  /** Names that are refused beside one that is certainly none: together they make one request. */
  async function unknownAmong(
    address: string,
    accept: string,
    names: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const { target, headers } = selecting(address);
    const query = ['no-such', ...names].map((name) => `${encodeURIComponent(name)}=x`).join('&');
    const url = `${target}${target.includes('?') ? '&' : '?'}${query}`;
    const { body, text } = await service.asIs('GET', url, { headers: { ...headers, accept } });
    const { errors = [] } = body as {
      errors?: readonly {
        readonly at?: string;
        readonly source?: { readonly parameter?: string };
      }[];
    };
    const unknown = new Set(errors.map(({ at, source }) => at ?? source?.parameter ?? ''));
    assert.ok(unknown.has('no-such'), text);
    return unknown;
  }

  test('C-002 a parameter says nothing that is true of bodies alone', () => {
    const wrong = [...nodesOf(document['paths'], '/paths')]
      .filter(({ pointer }) => /\/parameters\/\d+\/schema/.test(pointer))
      // A default would say that lists are filtered by a value that the client did not send.
      .filter(({ pointer, node }) =>
        [
          'readOnly',
          'writeOnly',
          'x-immutable',
          'x-writableBy',
          ...(pointer.endsWith('/items') ? ['default'] : []),
        ].some((keyword) => keyword in node),
      );
    assert.deepEqual(
      wrong.map(({ pointer }) => pointer),
      [],
    );
  });

  test('C-002 a number has the format that its bounds have', () => {
    const wrong = [...nodesOf(document, '')].filter(({ node }) => {
      const {
        format,
        minimum = node['exclusiveMinimum'],
        maximum = node['exclusiveMaximum'],
      } = node;
      if (
        (format !== 'int32' && format !== 'int64') ||
        typeof minimum !== 'number' ||
        typeof maximum !== 'number'
      )
        return false;
      return (format === 'int32') !== (minimum >= -(2 ** 31) && maximum < 2 ** 31);
    });
    assert.deepEqual(
      wrong.map(({ pointer }) => pointer),
      [],
    );
  });
});

/** Whether another version answered, of which another document tells. */
function isOfAnother({ headers }: TestAnswer, { isVersioned }: DocumentedOperation): boolean {
  return isVersioned && headers.get('x-api-version') !== currentVersion.label;
}

/** So few at a time that the address is not too long, and that a problem lists each of them. */
function batches(names: readonly string[], target: string): readonly (readonly string[])[] {
  const room = Math.min(limits.uri, 2000) - target.length - '?no-such=x'.length;
  const made: string[][] = [];
  let left = 0;
  for (const name of names) {
    const length = encodeURIComponent(name).length + '&=x'.length;
    left -= length;
    if (left < 0 || made.at(-1)?.length === maxErrors - 1) {
      made.push([]);
      left = room - length;
    }
    made.at(-1)?.push(name);
  }
  return made;
}

/** Media type of an answer as the document writes it. */
function typeOf({ headers }: TestAnswer): string {
  const type = headers.get('content-type') ?? '';
  // What RFC 6906 adds, and a charset, belong to this answer.
  return type.replaceAll(/; ?(?:charset|profile)=(?:"[^"]*"|[\w-]+)/g, '');
}

function* nodesOf(
  value: unknown,
  pointer: string,
): Generator<{ readonly pointer: string; readonly node: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { pointer, node: value as Json };
  for (const [name, member] of Object.entries(value))
    yield* nodesOf(member, `${pointer}/${name.replaceAll('/', '~1')}`);
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
