import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { exportJWK, SignJWT, type CryptoKey } from 'jose';
import { verifyAccessToken } from '../../../templates/src/runtime/authentication/access-token.ts';
import {
  configuredKey,
  UnfitKey,
} from '../../../templates/src/runtime/authentication/configured-key.ts';
import { ConfigurationError } from '../../../templates/src/runtime/service/configuration-error.ts';
import { withSecretFiles } from '../../../templates/src/runtime/service/secret-files.ts';

const now = new Date('2026-01-01T00:00:00Z');
const settings = { mechanism: 'jwt', issuer: 'https://id.example', audience: 'us' } as const;

function token(
  key: CryptoKey | Uint8Array | ReturnType<typeof pair>['privateKey'],
  header: object,
) {
  const seconds = now.getTime() / 1000;
  return new SignJWT({ client_id: 'shop', sub: 'ada' })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...header })
    .setIssuer(settings.issuer)
    .setAudience(settings.audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .setJti('1')
    .sign(key);
}

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('a key that is configured', () => {
  const algorithms = ['ES256', 'RS256'];
  const verify = (sent: string, text: string, list = algorithms) =>
    verifyAccessToken(sent, { ...settings, algorithms: list }, configuredKey(text, list), now);

  test('verifies as PEM, as a JWK, as a set of them, and as the private key that it belongs to', async () => {
    const { publicKey, privateKey } = pair();
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one' };
    const other = { ...(await exportJWK(pair().publicKey)), kid: 'two' };
    const texts = {
      pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      jwk: JSON.stringify(jwk),
      set: JSON.stringify({ keys: [other, jwk] }),
      private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
    for (const [what, text] of Object.entries(texts)) {
      const verdict = await verify(await token(privateKey, { kid: 'one' }), text);
      const caller = typeof verdict === 'object' ? verdict.id : verdict;
      assert.equal(caller, 'jwt:https%3A%2F%2Fid.example|shop|ada', what);
      const forged = await token(pair().privateKey, { kid: 'one' });
      assert.equal(await verify(forged, text), undefined, what);
    }
    assert.equal(await verify(await token(privateKey, { kid: 'two' }), texts.set), undefined);
  });

  test('is never taken for a shared secret, nor the other way round', async () => {
    const { publicKey } = pair();
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const bytes = new TextEncoder().encode(pem);
    assert.equal(await verify(await token(bytes, { alg: 'HS256' }), pem), undefined);
    const secret = 'a secret of more than thirty-two bytes';
    const shared = await token(new TextEncoder().encode(secret), { alg: 'HS256' });
    const verdict = await verify(shared, secret, ['HS256']);
    assert.equal(typeof verdict === 'object' && verdict.subject, 'ada');
  });

  test('is refused at the start where nothing can be verified with it, and not shown', () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    const wrong: readonly (readonly [string, readonly string[]])[] = [
      ['a secret text', algorithms],
      ['{"secret', algorithms],
      ['{"kty":"EC","secret":1}', algorithms],
      ['{"keys":[]}', algorithms],
      ['too short a secret', ['HS256']],
      [weak.export({ type: 'spki', format: 'pem' }).toString(), algorithms],
      [pair().publicKey.export({ type: 'spki', format: 'pem' }).toString(), ['ES384', 'EdDSA']],
    ];
    for (const [text, list] of wrong) {
      assert.throws(
        () => configuredKey(text, list),
        (error) => error instanceof UnfitKey && !error.message.includes('secret'),
        text,
      );
    }
  });
});

test('a secret is read from the file that NAME_FILE names, or refused without being shown', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'secret-')), 'key');
  writeFileSync(file, 'a secret\n');
  const read = (environment: NodeJS.ProcessEnv) => withSecretFiles(environment, ['JWT_KEY']);
  assert.equal(read({ JWT_KEY_FILE: file })['JWT_KEY'], 'a secret');
  assert.equal(read({ JWT_KEY: 'x' })['JWT_KEY'], 'x');
  assert.equal(read({ JWT_KEY_FILE: '' })['JWT_KEY'], undefined);
  assert.throws(() => read({ JWT_KEY_FILE: file, JWT_KEY: 'x' }), ConfigurationError);
  assert.throws(() => read({ JWT_KEY_FILE: `${file}-2` }), /JWT_KEY_FILE names .*ENOENT/);
});
