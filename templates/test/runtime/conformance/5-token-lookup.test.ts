import assert from 'node:assert/strict';
import { test } from 'node:test';
import { about, tokenMechanisms } from '../../contract.ts';
import { bearerMechanism } from '../../../src/runtime/authentication/bearer-mechanism.ts';
import { callerLookup } from '../../../src/runtime/authentication/current.ts';
import { needing } from '../support/target.ts';

test(
  'C-100 what a client with a token may now, its issuer alone could tell',
  needing('server'),
  async () => {
    const [name] = tokenMechanisms;
    const current = callerLookup([
      bearerMechanism({ realm: about.vendor }, [
        {
          name,
          issuer: 'https://id.example',
          scheme: { name: 'test', definition: { type: 'http', scheme: 'bearer' } },
          verify: () => Promise.resolve(undefined),
        },
      ]),
    ]);
    const id = `${name}:https%3A%2F%2Fid.example|client`;
    assert.equal(await current(id, new Date()), 'unknown');
    assert.equal(await current('none:client', new Date()), undefined);
  },
);
