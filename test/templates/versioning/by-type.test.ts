import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { acceptParameter } from '../../../templates/src/runtime/versioning/strategies/accept-parameter.ts';
import { mediaType } from '../../../templates/src/runtime/versioning/strategies/media-type.ts';
import { anyHead, holds, resolved, sameHead, table, versions } from './resolving.ts';

const types = [
  'application/json',
  'application/hal+json',
  'application/xml',
  'text/html',
  'text/event-stream',
];
const accepting = (accept: string, type?: string) => ({
  target: '/orders',
  ...(type === undefined ? {} : { method: 'POST' }),
  headers: { accept, ...(type === undefined ? {} : { 'content-type': type }) },
});

describe('a media type names the version', () => {
  const strategy = mediaType({ versions, pinned: '2', types, vendor: 'acme' });
  const v = (label: string, kind = '+json') => `application/vnd.acme.v${label}${kind}`;
  table(strategy, [
    ['/orders', '2 /orders'],
    [accepting('*/*'), '2 /orders'],
    [accepting('application/json'), '2 /orders'],
    [accepting('text/html,application/xhtml+xml,*/*;q=0.8'), '2 /orders'],
    [accepting(v('10')), '10 /orders'],
    [accepting(v('10', '.hal+json')), '10 /orders'],
    [accepting(v('10').toUpperCase()), '10 /orders'],
    [accepting(`${v('2')};q=.5, ${v('10')}`), '10 /orders'],
    [accepting(`${v('10')};q=0.5, ${v('2')}`), '2 /orders'],
    [accepting(`${v('10')};q=0.5, application/json`), '2 /orders'],
    [accepting(`${v('10')}, */*`), '10 /orders'],
    [accepting(`${v('2')};q=0, */*;q=0.1, ${v('10')};q=0`), '2 /orders'],
    [accepting(`${v('10')};q=0`), '406 not-acceptable'],
    [accepting(v('9')), '406 not-acceptable'],
    [accepting(v('02')), '406 not-acceptable'],
    [accepting(v('2.1')), '406 not-acceptable'],
    [accepting(v('10', '.cbor+json')), '406 not-acceptable'],
    [accepting('application/vnd.other.v2+json'), '406 not-acceptable'],
    [accepting('image/png'), '406 not-acceptable'],
    [accepting(`${v('9')}, ${v('10')};q=0.1`), '10 /orders'],
    // One that is retired is skipped where another fits, and else answers for itself.
    [accepting(`${v('1')}, ${v('10')};q=0.1`), '10 /orders'],
    [accepting(v('1')), '1 /orders'],
    // A page has no type that names a version: another one does that is asked for beside it.
    [accepting('text/html'), '2 /orders'],
    [accepting(`text/html, ${v('10')};q=0.001`), '10 /orders'],
    [accepting(`${v('2')};q=0.1, ${v('10')};q=0.2, text/*`), '10 /orders'],
    [accepting(`text/html, ${v('9')}`), '2 /orders'],
    [accepting(`text/html, ${v('10')};q=0`), '2 /orders'],
    [accepting(`text/html, ${v('1')};q=0.1`), '1 /orders'],
    [accepting(`text/html, ${v('1')};q=0.2, ${v('10')};q=0.1`), '10 /orders'],
    [accepting(`text/html, ${v('1')};q=0.2, */*;q=0.1`), '2 /orders'],
    [accepting(`text/html, application/json;q=0.9, ${v('10')};q=0.1`), '10 /orders'],
    [accepting('text/html', v('10')), '10 /orders'],
    [accepting('*/*', v('10')), '10 /orders'],
    [accepting(v('10'), v('10')), '10 /orders'],
    [accepting(v('10'), 'application/merge-patch+json'), '10 /orders'],
    [accepting(v('2'), v('10')), '400 invalid-version'],
    [accepting('*/*', v('9')), '415 unsupported-media-type'],
    [accepting('*/*', v('2.1')), '415 unsupported-media-type'],
  ]);
  table(mediaType({ versions, types, vendor: 'acme' }), [
    ['/orders', '406 not-acceptable'],
    // Browsers can name no version: a page is that of the newest one.
    [accepting('text/html'), '10 /orders'],
    [accepting('text/html,application/xhtml+xml,*/*;q=0.8'), '10 /orders'],
    [accepting('application/json, text/html;q=0.1'), '10 /orders'],
    [accepting(`text/html, ${v('2')};q=0.001`), '2 /orders'],
    [accepting(`text/html;q=0.5, ${v('2')}`), '2 /orders'],
    [accepting('text/html', v('2')), '2 /orders'],
    [accepting('text/html;q=0, application/json'), '406 not-acceptable'],
    [accepting('text/*'), '406 not-acceptable'],
    [accepting('text/event-stream'), '406 not-acceptable'],
    [accepting('application/json'), '406 not-acceptable'],
    [accepting(v('2')), '2 /orders'],
    [accepting('*/*', v('10')), '10 /orders'],
  ]);
  holds(strategy, versions, anyHead, sameHead);

  test('what is chosen is told, and all else sees the types without it', () => {
    const { headers, contentType } = resolved(
      strategy,
      accepting(
        `${v('10', '.hal+json')}, ${v('2')};q=0.5, text/html;q=0.1`,
        `${v('10')}; charset=utf-8`,
      ),
    );
    assert.deepEqual(headers, {
      accept: 'application/hal+json;q=1, text/html;q=0.1',
      'content-type': 'application/json; charset=utf-8',
    });
    const written = types.map((type) => contentType?.(type));
    const expected = [
      v('10'),
      v('10', '.hal+json'),
      v('10', '+xml'),
      'text/html',
      'text/event-stream',
    ];
    assert.deepEqual(written, expected);
    assert.equal(contentType?.('application/json; charset=utf-8'), v('10'));
  });

  test('who asks for the plain type gets it, of the version that it means', () => {
    const { contentType } = resolved(strategy, accepting('application/json'));
    assert.equal(contentType?.('application/json'), 'application/json');
    for (const sent of [
      accepting('application/json', v('10')),
      accepting(`${v('10', '.hal+json')}, application/json;q=0.1`),
    ]) {
      assert.equal(resolved(strategy, sent).contentType?.('application/json'), v('10'));
    }
  });

  test('a type without a version is not offered in a version that it does not mean', () => {
    const { headers } = resolved(strategy, accepting(`application/xml, ${v('10')}, */*;q=0.1`));
    assert.deepEqual(headers, { accept: 'application/json;q=1, */*;q=0.1' });
  });

  test('of a version that nothing names there is a page, and nothing else', () => {
    const unpinned = mediaType({ versions, types, vendor: 'acme' });
    const { headers } = resolved(
      unpinned,
      accepting('application/json, text/html;q=0.1, */*;q=0.1'),
    );
    assert.deepEqual(headers, { accept: 'text/html;q=0.1' });
  });

  test('documents list the types that name the version, and the plain ones where they mean it', () => {
    const [, pinned, newest] = versions.map((version) => strategy.describe(version));
    const plain = 'application/json';
    assert.deepEqual(pinned?.bodyTypes?.(plain), [v('2'), plain]);
    assert.deepEqual(pinned?.answerTypes?.(plain), [v('2'), plain]);
    assert.deepEqual(newest?.bodyTypes?.(plain), [v('10'), plain]);
    assert.deepEqual(newest?.answerTypes?.(plain), [v('10')]);
    assert.deepEqual(newest?.answerTypes?.('text/html'), ['text/html']);
  });
});

describe('a parameter of Accept names the version', () => {
  const strategy = acceptParameter({ versions, pinned: '2', types });
  table(strategy, [
    ['/orders', '2 /orders'],
    [accepting('application/json; version=10'), '10 /orders'],
    [accepting('application/json;version="10"'), '10 /orders'],
    [accepting('application/json;version=10;q=0.2, application/xml;version=2;q=0.1'), '10 /orders'],
    [accepting('application/json;q=0.2;version=10'), '10 /orders'],
    [accepting('*/*;version=10'), '10 /orders'],
    [accepting('application/json'), '2 /orders'],
    [accepting('application/json;version=9'), '406 not-acceptable'],
    [accepting('application/json;version=02'), '406 not-acceptable'],
    [accepting('application/json;version='), '406 not-acceptable'],
    [accepting('application/json;version=2;version=10'), '406 not-acceptable'],
    [accepting('application/json;version=1, application/json;version=10;q=0.1'), '10 /orders'],
    [
      accepting('application/json;version=2', 'application/json; version=10'),
      '400 invalid-version',
    ],
    [accepting('*/*', 'application/json; version=9'), '415 unsupported-media-type'],
  ]);
  holds(strategy, versions, anyHead, sameHead);

  test('the answer has it, and all else sees the types without it', () => {
    const { headers, contentType } = resolved(
      strategy,
      accepting('application/json;version="10"', 'application/json; version=10; charset=utf-8'),
    );
    assert.deepEqual(headers, {
      accept: 'application/json;q=1',
      'content-type': 'application/json; charset=utf-8',
    });
    assert.equal(
      contentType?.('application/json; charset=utf-8'),
      'application/json; version=10; charset=utf-8',
    );
  });
});
