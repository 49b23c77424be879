import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { limits, representations } from '../../contract.ts';
import {
  customOperationCases,
  leading,
  perform,
  ready,
  stateOf,
} from '../support/custom-operations.ts';
import { placesOf } from '../support/client.ts';
import {
  linked,
  startConforming,
  testEngines,
  unknownId,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';

const demanding = customOperationCases.filter(({ sample }) => sample.preconditions === 'required');
const sendingReferences = customOperationCases.filter(
  ({ customOperation }) => customOperation.references.length > 0,
);
const keyed = () => ({ 'idempotency-key': `"${randomUUID()}"` });

const showing = representations.includes('hal')
  ? unless(customOperationCases)
  : { skip: 'this service does not show resources as HAL' };

for (const engine of testEngines()) {
  describe(`part 4b, actions on ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let service: ConformingService;
    const send = (...request: Parameters<ConformingService['request']>) =>
      service.request(...request);

    before(async () => {
      service = await startConforming(engine);
    });
    after(() => service.stop());

    test(
      'C-032 a POST below a resource does it, and answers with the resource as it is then',
      unless(customOperationCases),
      async () => {
        for await (const each of ready(service, customOperationCases)) {
          const { sample, customOperation, path, body: before } = each;
          service.later(1000);
          const answer = await perform(service, each);
          const { status, headers, body, text } = answer;
          assert.equal(status, 200, text);
          const read = await send('GET', path);
          assert.deepEqual(body, read.body);
          assert.equal(headers.get('etag'), read.headers.get('etag'));
          assert.equal(body['id'], before['id']);
          if (customOperation.to === undefined) {
            assert.equal(stateOf(sample, body), stateOf(sample, before));
          } else {
            assert.equal(stateOf(sample, body), customOperation.to);
            assert.equal(body['revision'], Number(before['revision']) + 1);
          }
          for (const name of customOperation.shown) {
            if (Object.hasOwn(customOperation.input, name))
              assertSame(body[name], customOperation.input[name], name);
          }
          for (const name of customOperation.secret) assert.ok(!Object.hasOwn(body, name), name);
        }
      },
    );

    test('C-032 C-091 what is answered is the resource, at its own address', showing, async () => {
      for await (const each of ready(service, customOperationCases)) {
        const answer = await perform(service, each, { accept: 'application/hal+json' });
        const links = answer.body['_links'] as { readonly self: { readonly href: string } };
        assert.equal(links.self.href, linked(each.path));
      }
    });

    test('C-032 no other method is for it', unless(customOperationCases), async () => {
      for await (const { target, path, body } of ready(service, customOperationCases)) {
        for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
          const { status, headers } = await send(
            method,
            target,
            method === 'GET' ? {} : { body: {} },
          );
          assert.equal(status, 405, method);
          assert.equal(headers.get('allow'), 'POST, OPTIONS');
        }
        const { status, headers } = await service.anonymous('OPTIONS', target);
        assert.equal(status, 200);
        assert.equal(headers.get('allow'), 'POST, OPTIONS');
        assert.deepEqual((await send('GET', path)).body, body);
      }
    });

    test(
      'C-032 there is nothing to be done with a resource that does not exist',
      unless(customOperationCases),
      async () => {
        for await (const { target, body, customOperation } of ready(
          service,
          customOperationCases,
        )) {
          const nowhere = target.replace(String(body['id']), unknownId);
          const { status } = await send('POST', nowhere, { body: customOperation.input });
          assert.equal(status, 404);
        }
      },
    );

    test('C-065 C-032 If-Match holds it back', unless(customOperationCases), async () => {
      for await (const each of ready(service, customOperationCases)) {
        const { path, target, etag, body, customOperation } = each;
        const stale = etag.replace(/\d+/, '999');
        const refused = await send('POST', target, {
          body: customOperation.input,
          headers: { 'if-match': stale },
        });
        assert.equal(refused.status, 412, refused.text);
        assert.deepEqual((await send('GET', path)).body, body);
        const answer = await perform(service, each, { 'if-match': etag });
        assert.equal(answer.status, 200, answer.text);
      }
    });

    test(
      'C-032 C-065 one that says nothing of a state is refused where one is required',
      unless(demanding),
      async () => {
        for await (const { target, path, body, customOperation } of ready(service, demanding)) {
          const input = JSON.stringify(customOperation.input);
          const request = service.head(
            `POST ${target} HTTP/1.1`,
            'Connection: close',
            'Content-Type: application/json',
            `Content-Length: ${String(Buffer.byteLength(input))}`,
            `Idempotency-Key: "${randomUUID()}"`,
          );
          const [answer] = await service.exchange(request, input);
          assert.equal(answer?.status, 428);
          assert.deepEqual((await send('GET', path)).body, body);
        }
      },
    );

    test(
      'C-032 a reference that is sent along refers to something',
      unless(sendingReferences),
      async () => {
        for await (const { path, target, body, customOperation } of ready(
          service,
          sendingReferences,
        )) {
          for (const name of customOperation.references) {
            const answer = await send('POST', target, {
              body: { ...customOperation.input, [name]: unknownId },
            });
            assert.equal(answer.status, 409, answer.text);
            assert.equal(answer.body['code'], 'reference-conflict');
            assert.deepEqual(placesOf(answer), [`/${name}`]);
          }
          assert.deepEqual((await send('GET', path)).body, body);
        }
      },
    );

    test(
      'C-032 the input is checked as a body is, and nothing of it is done before',
      unless(customOperationCases),
      async () => {
        for await (const { path, target, body, customOperation } of ready(
          service,
          customOperationCases,
        )) {
          const faults = [
            { input: { ...customOperation.input, 'no-such': 1 }, at: '/no-such' },
            ...customOperation.required.map((name) => ({
              input: without(customOperation.input, name),
              at: `/${name}`,
            })),
            ...customOperation.invalid.map(({ member, value, at }) => ({
              input: { ...customOperation.input, [member]: value },
              at,
            })),
          ];
          for (const { input, at } of faults) {
            if (Buffer.byteLength(JSON.stringify(input)) > limits.body) continue;
            const answer = await send('POST', target, { body: input });
            assert.equal(answer.status, validationStatus, answer.text);
            assert.ok(placesOf(answer).includes(at), `${at} in ${answer.text}`);
          }
          const text = await send('POST', target, {
            body: 'x',
            headers: { 'content-type': 'text/plain' },
          });
          assert.equal(text.status, 415);
          const list = await send('POST', target, { body: [] });
          assert.equal(list.status, validationStatus, list.text);
          const unread = await send('POST', target, {
            body: customOperation.input,
            headers: { accept: 'image/png' },
          });
          assert.equal(unread.status, 406);
          assert.deepEqual((await send('GET', path)).body, body);
        }
      },
    );

    test(
      'C-032 C-056 a body may be left out where nothing in it is required',
      unless(customOperationCases),
      async () => {
        for await (const { target, customOperation } of ready(service, customOperationCases)) {
          const answer = await send('POST', target);
          if (customOperation.required.length > 0) assert.equal(answer.status, 400, answer.text);
          else if (Object.keys(customOperation.input).length === 0)
            assert.equal(answer.status, 200, answer.text);
          else assert.ok([200, 409].includes(answer.status), answer.text);
        }
      },
    );

    test(
      'C-032 a client can prefer not to see what it did',
      unless(customOperationCases),
      async () => {
        for await (const each of ready(service, customOperationCases)) {
          const answer = await perform(service, each, { prefer: 'return=minimal' });
          assert.equal(answer.status, 204, answer.text);
          assert.equal(answer.text, '');
          assert.equal(
            answer.headers.get('etag'),
            (await send('GET', each.path)).headers.get('etag'),
          );
        }
      },
    );

    test(
      'C-033 a transition that was made cannot be made again, and the document says so',
      unless(leading),
      async () => {
        for await (const each of ready(service, leading)) {
          const made = await perform(service, each);
          assert.equal(made.status, 200, made.text);
          const { body } = await send('GET', each.path);
          const again = await send('POST', each.target, { body: each.customOperation.input });
          assert.equal(again.status, 409, again.text);
          assert.equal(again.body['code'], 'transition-not-allowed');
          assert.deepEqual((await send('GET', each.path)).body, body);
          assert.ok(service.contract.find('POST', each.target)?.statuses.includes(409));
        }
      },
    );

    test(
      'C-033 C-057 a repetition with the same Idempotency-Key gets the same answer, and does nothing',
      unless(customOperationCases),
      async () => {
        for await (const each of ready(service, customOperationCases)) {
          const headers = keyed();
          const made = await perform(service, each, headers);
          assert.equal(made.status, 200, made.text);
          const { body } = await send('GET', each.path);
          service.later(60_000);
          const again = await send('POST', each.target, {
            body: each.customOperation.input,
            headers,
          });
          assert.equal(again.status, 200, again.text);
          assert.equal(again.headers.get('idempotency-replayed'), 'true');
          assert.equal(again.text, made.text);
          assert.deepEqual((await send('GET', each.path)).body, body);
          const other = await send('POST', each.target, {
            body: { ...each.customOperation.input, 'no-such': 1 },
            headers,
          });
          assert.equal(other.status, 422, other.text);
        }
      },
    );
  });
}

function without(input: Readonly<Record<string, unknown>>, name: string): object {
  return Object.fromEntries(Object.entries(input).filter(([each]) => each !== name));
}

/** As it is shown: a decimal has all its digits, an instant its milliseconds. */
function assertSame(shown: unknown, sent: unknown, name: string): void {
  const isText = typeof shown === 'string' && typeof sent === 'string';
  const isEqual =
    isText &&
    (Number(shown) === Number(sent) ||
      Date.parse(shown) === Date.parse(sent) ||
      shown.toLowerCase() === sent.toLowerCase());
  if (!isEqual) assert.deepEqual(shown, sent, name);
}
