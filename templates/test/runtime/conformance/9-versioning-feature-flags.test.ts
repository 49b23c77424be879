import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  changedByFlags,
  changingFeatures,
  currentVersion,
  flagSets,
  flags,
} from '../../contract.ts';
import { type TestAnswer } from '../support/client.ts';
import { contractOf, type Contract } from '../support/document-contract.ts';
import {
  documentPath,
  first,
  leaving,
  followed,
  linked,
  offering,
  prefix,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';

const readable = offering('read').filter(({ parent }) => parent === undefined);
const { label } = currentVersion;
const offered = flags.filter(({ state }) => state === 'active');
/** Those that can be asked for alone. */
const alone = offered.filter(({ requires }) => requires.length === 0);

/** They are asked for along with something that is read. */
const askable = (some: readonly unknown[]) => unless(readable.length === 0 ? readable : some);

describe('part 9, changes that clients ask for by name', () => {
  let service: ConformingService;
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);
  /** A new resource, and its address without a version. */
  async function made(sample = first(readable)): Promise<{ path: string; address: string }> {
    const collection = await service.make.collection(sample);
    const { id } = await service.make.insert(sample, collection);
    const path = `${collection}/${id}`;
    return { path, address: path.slice(prefix.length) };
  }

  /** The document for a set of flags. */
  async function described(names: readonly string[]): Promise<Contract> {
    const answer = await service.asIs('GET', `${documentPath}?features=${names.join()}`);
    assert.equal(answer.status, 200, answer.text);
    return contractOf(answer.body);
  }

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  const asked = (address: string, names: string) =>
    service.asIs('GET', address, { headers: { 'x-api-features': names } });

  test('C-196 without any name everything is as it was at first', unless(readable), async () => {
    const { address } = await made();
    assert.deepEqual(active(await service.asIs('GET', address)), []);
    assert.deepEqual(active(await asked(address, '')), []);
  });

  test(
    'C-196 query and header add up; order and repetition do not matter',
    askable(alone),
    async () => {
      const { address } = await made();
      for (const { name, conflicts } of alone) {
        for (const names of [name, `${name},${name}`, ` ${name} , `]) {
          assert.deepEqual(active(await asked(address, names)), [name], names);
        }
        assert.deepEqual(active(await service.asIs('GET', `${address}?features=${name}`)), [name]);
        const other = alone.find(
          (each) =>
            each.name !== name && !conflicts.includes(each.name) && !each.conflicts.includes(name),
        );
        if (other === undefined) continue;
        const both = [name, other.name].toSorted();
        assert.deepEqual(active(await asked(address, `${other.name},${name}`)), both);
        const answer = await service.asIs('GET', `${address}?features=${name}`, {
          headers: { 'x-api-features': other.name },
        });
        assert.deepEqual(active(answer), both);
      }
    },
  );

  test('C-196 an unknown name is refused, and none is ignored', unless(readable), async () => {
    const { address } = await made();
    const [known] = alone;
    for (const names of [
      'no-such-change',
      ...(known === undefined ? [] : [`${known.name},no-such-change`, known.name.toUpperCase()]),
    ]) {
      const answer = await asked(address, names);
      assert.equal(answer.status, 400, names);
      assert.equal(answer.body['code'], 'invalid-features');
      const supported = answer.body['supportedFeatures'];
      assert.deepEqual(
        supported,
        flags.filter(({ state }) => state !== 'withdrawn').map(({ name }) => name),
      );
    }
  });

  const graduated = flags.filter(({ state }) => state === 'graduated');
  test(
    'C-196 what everybody has may be asked for, and does nothing',
    askable(graduated),
    async () => {
      const { address } = await made();
      for (const { name } of graduated) assert.deepEqual(active(await asked(address, name)), []);
    },
  );

  const withdrawn = flags.filter(({ state }) => state === 'withdrawn');
  test('C-196 what was withdrawn is gone', askable(withdrawn), async () => {
    const { address } = await made();
    for (const { name } of withdrawn) {
      const answer = await asked(address, name);
      assert.equal(answer.status, 410);
      assert.equal(answer.body['code'], 'feature-withdrawn');
    }
  });

  const demanding = offered.filter(({ requires }) =>
    requires.some((name) => offered.some((each) => each.name === name)),
  );
  test('C-196 what needs another one is refused without it', askable(demanding), async () => {
    const { address } = await made();
    for (const { name } of demanding) {
      const answer = await asked(address, name);
      assert.equal(answer.body['code'], 'invalid-features', answer.text);
    }
  });

  const opposed = offered.filter(({ conflicts }) =>
    conflicts.some((name) => offered.some((each) => each.name === name)),
  );
  test('C-196 what cannot go together is refused', askable(opposed), async () => {
    const { address } = await made();
    for (const { name, conflicts, requires } of opposed) {
      const answer = await asked(address, [name, ...requires, ...conflicts].join(','));
      assert.equal(answer.body['code'], 'invalid-features', answer.text);
    }
  });

  test('C-196 every answer says that it depends on the header', unless(readable), async () => {
    const { path, address } = await made();
    const answers = [
      await send('GET', path),
      await send('HEAD', path),
      await asked(address, 'no-such-change'),
      await service.anonymous('GET', path),
    ];
    for (const { status, headers } of answers) {
      assert.match(headers.get('vary') ?? '', /\bX-API-Features\b/i, String(status));
    }
  });

  const listable = offering('create', 'list');
  test('C-196 every link has the form of the request', unless(listable), async () => {
    for (const sample of listable) {
      const collection = await service.make.collection(sample);
      const created = await send('POST', collection, { body: await service.make.body(sample) });
      const location = created.headers.get('location') ?? '';
      assert.equal(location, linked(`${collection}/${String(created.body['id'])}`));
      const page = await send('GET', `${collection}?size=1&page=1`);
      const {
        self,
        first: start,
        ...others
      } = page.body['links'] as Readonly<Record<string, string>>;
      assert.equal(self, linked(`${collection}?size=1&page=1`));
      assert.equal(start, self);
      const header = [...(page.headers.get('link') ?? '').matchAll(/<([^>]*)>/g)].map(
        ([, target = '']) => target,
      );
      for (const link of [
        ...Object.values(others),
        ...header.filter((target) => target.includes('size=')),
      ]) {
        assert.equal(linked(followed(link)), link);
        assert.equal((await send('GET', link)).status, 200, link);
      }
    }
  });

  const changed = leaving(
    offering('read').filter((sample) => changedByFlags.includes(sample)),
    'no flag changes what a resource looks like',
  );

  test(
    'C-196 who asks for some of the changes is shown what the document says of them',
    unless(changed),
    async () => {
      for (const sample of changed) {
        const { address, path } = await made(sample);
        for (const names of flagSets) {
          const contract = await described(names);
          const answer = await asked(address, names.join());
          assert.deepEqual(active(answer), names.toSorted());
          contract.check('GET', path, answer);
        }
      }
    },
  );

  test(
    'C-196 representations with different changes have different entity tags, of one revision',
    unless(changed),
    async () => {
      for (const sample of changed) {
        const { address } = await made(sample);
        const answers = await Promise.all(flagSets.map((names) => asked(address, names.join())));
        const tags = answers.map(({ headers }) => headers.get('etag') ?? '');
        assert.equal(new Set(tags).size, flagSets.length);
        for (const [index, names] of flagSets.entries()) {
          const conditional = (tag = '') =>
            service.asIs('GET', address, {
              headers: { 'x-api-features': names.join(), 'if-none-match': tag },
            });
          assert.equal((await conditional(tags[index])).status, 304, names.join());
          assert.equal((await conditional(tags.at(index - 1))).status, 200, names.join());
        }
      }
    },
  );

  const replaceable = changed.filter((sample) => offering('replace').includes(sample));
  test(
    'C-196 what was read with some of the changes and sent back as it is changes nothing',
    unless(replaceable),
    async () => {
      for (const sample of replaceable) {
        const { path, address } = await made(sample);
        for (const names of flagSets) {
          const before = await send('GET', path);
          const read = await asked(address, names.join());
          const { status, text } = await service.asIs('PUT', address, {
            headers: {
              'content-type': 'application/json',
              'x-api-features': names.join(),
              'if-match': read.headers.get('etag') ?? '*',
            },
            body: read.body,
          });
          assert.ok(status === 200 || status === 204, text);
          const now = await send('GET', path);
          assert.deepEqual({ ...now.body, ...counted(before.body) }, before.body, names.join());
        }
      }
    },
  );

  test('C-202 the document has the query parameter and the header at every operation, with the names', () => {
    const { paths } = service.contract.document as { paths: Readonly<Record<string, object>> };
    for (const { path, method, isVersioned } of service.contract.operations) {
      const operations = paths[path] as Readonly<
        Record<string, { parameters?: readonly { name: string; in: string; required?: boolean }[] }>
      >;
      const { parameters = [] } = operations[method.toLowerCase()] ?? {};
      const places = parameters
        .filter(({ name }) => /^(x-api-)?features$/i.test(name))
        .map((each) => each.in);
      // The document of what a client gets is asked for in the same way.
      const expected = changingFeatures !== '' && path.startsWith('/openapi/') ? ['query'] : [];
      assert.deepEqual(places.toSorted(), isVersioned ? ['header', 'query'] : expected, path);
    }
  });
});

/** What every change of a resource counts. */
function counted({ revision, updatedAt }: Readonly<Record<string, unknown>>) {
  return { revision, updatedAt };
}

/** @returns names in the answer, sorted */
function active({ status, headers, text }: TestAnswer): readonly string[] {
  assert.equal(status, 200, text);
  assert.equal(headers.get('x-api-version'), label);
  return (headers.get('x-api-features') ?? '').split(/,\s*/).filter(Boolean).toSorted();
}
