import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Static, TObject } from 'typebox';
import { ConfigurationError } from './configuration-error.ts';

/**
 * Settings that a schema describes, from the variables of a process: texts become numbers and truth values, absent ones take their
 * defaults, all others are left out.
 *
 * @throws {ConfigurationError} that names each wrong setting and what it should be, not what it is: it may be a secret
 */
export function settingsFrom<Schema extends TObject>(
  schema: Schema,
  environment: NodeJS.ProcessEnv,
): Static<Schema> {
  const settings: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    if (environment[name] !== undefined) settings[name] = environment[name];
  }
  // The schema is the service's own: to check it as well would take longer than all else here.
  const ajv = new Ajv2020({
    allErrors: true,
    coerceTypes: true,
    useDefaults: true,
    validateSchema: false,
  });
  if (ajv.validate<Static<Schema>>(schema, settings)) return settings;
  const reasons = (ajv.errors ?? []).map(({ instancePath, message = 'is wrong', params }) => {
    const values: unknown = params['allowedValues'];
    const allowed = Array.isArray(values) ? `: ${values.join(', ')}` : '';
    return [instancePath.slice(1), message + allowed].filter((part) => part !== '').join(' ');
  });
  throw new ConfigurationError(`${reasons.join('; ')}.`);
}
