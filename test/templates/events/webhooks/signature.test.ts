import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  makeSigningKey,
  signaturesOf,
} from '../../../../templates/src/runtime/events/webhooks/signature.ts';

const message = () => ({
  id: 'evt_1',
  timestamp: Math.floor(Date.now() / 1000),
  body: '{"text":"grüße","n":1.0}',
});

const headersOf = ({ id, timestamp }: ReturnType<typeof message>, signature: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
});

describe('signatures of webhooks', () => {
  test('are verified by an independent library, also while two secrets sign', () => {
    const sent = message();
    const [old, current] = [makeSigningKey('hmac-sha256'), makeSigningKey('hmac-sha256')];
    const signature = signaturesOf(sent, [current.secret, old.secret]);
    for (const { secret } of [old, current]) {
      new Webhook(secret).verify(sent.body, headersOf(sent, signature));
    }
    const { secret: other } = makeSigningKey('hmac-sha256');
    assert.throws(() => new Webhook(other).verify(sent.body, headersOf(sent, signature)));
  });

  test('cover the identifier, the time and every byte of the body', () => {
    const sent = message();
    const { secret } = makeSigningKey('hmac-sha256');
    const headers = headersOf(sent, signaturesOf(sent, [secret]));
    const webhook = new Webhook(secret);
    assert.throws(() => webhook.verify(sent.body.replace('1.0', '1'), headers));
    assert.throws(() => webhook.verify(sent.body, { ...headers, 'webhook-id': 'evt_2' }));
    const later = String(sent.timestamp + 1);
    assert.throws(() => webhook.verify(sent.body, { ...headers, 'webhook-timestamp': later }));
  });

  test('have secrets of 32 bytes, each another one', () => {
    const secrets = Array.from({ length: 20 }, () => makeSigningKey('hmac-sha256').secret);
    assert.equal(new Set(secrets).size, secrets.length);
    for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  test('by ed25519 are verified with the public key alone', () => {
    const sent = message();
    const { secret, publicKey = '' } = makeSigningKey('ed25519');
    assert.match(secret, /^whsk_/);
    assert.match(publicKey, /^whpk_/);
    const [scheme, signature = ''] = signaturesOf(sent, [secret]).split(',');
    assert.equal(scheme, 'v1a');
    const x = Buffer.from(publicKey.slice(5), 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const signed = (body: string) => Buffer.from(`${sent.id}.${String(sent.timestamp)}.${body}`);
    const bytes = Buffer.from(signature, 'base64');
    assert.ok(verify(null, signed(sent.body), key, bytes));
    assert.ok(!verify(null, signed(`${sent.body} `), key, bytes));
  });
});
