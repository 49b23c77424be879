import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { about, oauth2Scopes } from '../../contract.ts';
import {
  metadataAddress,
  protectedResourceRoutes,
} from '../../../src/runtime/authentication/protected-resource.ts';
import { startConforming, type ConformingService } from '../support/conformance.ts';

const served = (baseUrl: string) =>
  protectedResourceRoutes({
    description: about,
    baseUrl,
    issuer: 'https://id.example',
    scopes: [],
  }).map(({ path }) => path);

describe('part 5, the issuer of tokens', () => {
  let service: ConformingService;

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  test('C-104 clients find out who gives tokens', async () => {
    const { status, body } = await service.anonymous(
      'GET',
      '/.well-known/oauth-protected-resource',
    );
    assert.equal(status, 200);
    const { authorization_servers: issuers, ...others } = body;
    assert.deepEqual(others, {
      resource: service.baseUrl,
      resource_name: about.title,
      resource_documentation: `${service.baseUrl}/docs`,
      ...(oauth2Scopes.length > 0 ? { scopes_supported: oauth2Scopes } : {}),
      bearer_methods_supported: ['header'],
    });
    assert.ok(Array.isArray(issuers) && issuers.length === 1);
  });

  test('C-104 the metadata of a service behind a path has the path behind its own', () => {
    const address = 'https://host.example/.well-known/oauth-protected-resource';
    assert.equal(metadataAddress('https://host.example'), address);
    assert.equal(metadataAddress('https://host.example/shop/api'), `${address}/shop/api`);
    const { pathname } = new URL(address);
    assert.deepEqual(served('https://host.example'), [pathname]);
    assert.deepEqual(served('https://host.example/shop'), [pathname, `${pathname}/shop`]);
  });
});
