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
    'PORT must be a whole number from 0 to 65535; LOG_LEVEL must be one of info, debug; ' +
      'SECRET must have at least 8 characters.',
  );
});

test('a setting that is missing is named', () => {
  assert.equal(refusal({}), 'SECRET is missing.');
});

test('a number is a whole one within its bounds, and a truth value one of two words', () => {
  const wrong = (environment: NodeJS.ProcessEnv) => refusal({ SECRET: '12345678', ...environment });
  for (const PORT of ['65536', '-1', '80.5', '1e3', '0x50', ' 80', '']) {
    assert.equal(wrong({ PORT }), 'PORT must be a whole number from 0 to 65535.', PORT);
  }
  assert.equal(wrong({ MIGRATE_ON_START: '1' }), 'MIGRATE_ON_START must be true or false.');
  assert.equal(wrong({ BASE_URL: '' }), 'BASE_URL must have at least 3 characters.');
});

test('a text has the form that its pattern describes', () => {
  const patterned = Type.Object({ REDIS_URL: Type.String({ pattern: '^rediss?://' }) });
  assert.deepEqual(settingsFrom(patterned, { REDIS_URL: 'redis://a' }), { REDIS_URL: 'redis://a' });
  assert.throws(() => settingsFrom(patterned, { REDIS_URL: 'http://a' }), {
    message: 'REDIS_URL must match the pattern ^rediss?://.',
  });
});

test('a schema that says what nothing checks is refused', () => {
  const unchecked = Type.Object({ URL: Type.String({ format: 'uri' }) });
  assert.throws(() => settingsFrom(unchecked, {}), /settings such as URL do not know format/);
});
