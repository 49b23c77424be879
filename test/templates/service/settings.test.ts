import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../../../templates/src/runtime/resources/type.ts';
import { ConfigurationError } from '../../../templates/src/runtime/service/configuration-error.ts';
import { settingsFrom } from '../../../templates/src/runtime/service/settings.ts';

const schema = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000 }),
  MIGRATE_ON_START: Type.Boolean({ default: true }),
  LOG_LEVEL: Type.Enum(['info', 'debug'], { default: 'info' }),
  BASE_URL: Type.Optional(Type.String({ minLength: 3 })),
  SECRET: Type.String({ minLength: 8 }),
});

function refusal(environment: NodeJS.ProcessEnv): string {
  try {
    settingsFrom(schema, environment);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.message;
  }
  return assert.fail('the settings are accepted');
}

test('settings have the types of the schema and its defaults, and nothing else of the environment', () => {
  const environment = {
    PORT: '8080',
    MIGRATE_ON_START: 'false',
    SECRET: '12345678',
    HOME: '/root',
  };
  assert.deepEqual(settingsFrom(schema, environment), {
    PORT: 8080,
    MIGRATE_ON_START: false,
    LOG_LEVEL: 'info',
    SECRET: '12345678',
  });
  assert.deepEqual(Object.keys(environment).length, 4, 'the environment is left as it is');
});

test('each wrong setting is named with what it should be, and not with what it is', () => {
  const message = refusal({ PORT: 'many', LOG_LEVEL: 'loud', SECRET: 'hunter2' });
  assert.equal(
    message,
    'PORT must be integer; LOG_LEVEL must be equal to one of the allowed values: info, debug; ' +
      'SECRET must NOT have fewer than 8 characters.',
  );
});

test('a setting that is missing is named', () => {
  assert.equal(refusal({}), "must have required property 'SECRET'.");
});
