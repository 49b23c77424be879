import type { Static, TObject, TSchema } from 'typebox';
import { ConfigurationError } from './configuration-error.ts';

/** What the schema of a setting may say. */
interface SettingSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean';
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
}

const understood = new Set<string>([
  'type',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'default',
  'description',
] satisfies (keyof SettingSchema)[]);

/**
 * Settings that a schema describes, from the variables of a process: texts become numbers and truth values, absent ones take their
 * defaults, all others are left out. A compiler of schemas would take a tenth of a start for these few.
 *
 * @throws {ConfigurationError} that names each wrong setting and what it should be, not what it is: it may be a secret
 */
export function settingsFrom<Schema extends TObject>(
  { properties, required }: Schema,
  environment: NodeJS.ProcessEnv,
): Static<Schema> {
  const settings: Record<string, unknown> = {};
  const reasons: string[] = [];
  for (const [name, schema] of Object.entries<TSchema>(properties)) {
    const setting = settingSchema(name, schema);
    const text = environment[name];
    const value = text === undefined ? setting.default : valueOf(setting, text);
    if (value !== undefined) settings[name] = value;
    else if (text !== undefined) reasons.push(`${name} must ${inWords(setting)}`);
    else if (required?.includes(name) === true) reasons.push(`${name} is missing`);
  }
  if (reasons.length > 0) throw new ConfigurationError(`${reasons.join('; ')}.`);
  return settings as Static<Schema>;
}

/** @throws {TypeError} for what nothing here would check */
function settingSchema(name: string, schema: TSchema): SettingSchema {
  const unknown = Object.keys(schema).filter((keyword) => !understood.has(keyword));
  if (unknown.length > 0) {
    throw new TypeError(`settings such as ${name} do not know ${unknown.join(', ')}`);
  }
  return schema;
}

/** Undefined for a text that is no value of the setting. */
function valueOf(schema: SettingSchema, text: string): unknown {
  if (schema.enum !== undefined) return schema.enum.includes(text) ? text : undefined;
  switch (schema.type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? within(schema, Number(text)) : undefined;
    case 'number':
      return /^-?\d{1,15}(\.\d+)?$/.test(text) ? within(schema, Number(text)) : undefined;
    default:
      return isOfForm(schema, text) ? text : undefined;
  }
}

function within(
  { minimum = -Infinity, maximum = Infinity }: SettingSchema,
  value: number,
): number | undefined {
  return value >= minimum && value <= maximum ? value : undefined;
}

function isOfForm(
  { pattern, minLength = 0, maxLength = Infinity }: SettingSchema,
  text: string,
): boolean {
  const isMatched = pattern === undefined || new RegExp(pattern, 'u').test(text);
  return isMatched && text.length >= minLength && text.length <= maxLength;
}

/** What a setting must do: "be true or false". */
function inWords(schema: SettingSchema): string {
  if (schema.enum !== undefined) return `be one of ${schema.enum.join(', ')}`;
  const { type, pattern, minimum, maximum, minLength, maxLength } = schema;
  if (type === 'boolean') return 'be true or false';
  const bounds = [
    ...(minimum === undefined ? [] : [`from ${String(minimum)}`]),
    ...(maximum === undefined ? [] : [`to ${String(maximum)}`]),
  ];
  if (type === 'integer') return ['be a whole number', ...bounds].join(' ');
  if (type === 'number') return ['be a number', ...bounds].join(' ');
  const demands = [
    ...(minLength === undefined ? [] : [`have at least ${counted(minLength)}`]),
    ...(maxLength === undefined ? [] : [`have at most ${counted(maxLength)}`]),
    ...(pattern === undefined ? [] : [`match the pattern ${pattern}`]),
  ];
  return demands.join(' and ');
}

function counted(characters: number): string {
  return characters === 1 ? '1 character' : `${String(characters)} characters`;
}
