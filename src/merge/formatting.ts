import type { Options } from 'prettier';
import { parseDocument } from 'yaml';
import type { Language } from './language.ts';

/** How a service formats its code, as far as it is data. */
export type Style = Readonly<Record<string, string | number | boolean>>;

/**
 * Reads a prettier configuration in JSON or YAML. What could run code, such as plugins, is left out, and so is all that is not a plain
 * value. A text that cannot be read says nothing.
 */
export function styleIn(text: string): Style {
  const document = parseDocument(text);
  const value: unknown = document.errors.length > 0 ? undefined : document.toJS();
  if (typeof value !== 'object' || value === null) return {};
  const plain = Object.entries(value).filter(
    ([key, each]) => !refused.has(key) && ['string', 'number', 'boolean'].includes(typeof each),
  );
  return Object.fromEntries(plain);
}

const refused: ReadonlySet<string> = new Set([
  'parser',
  'plugins',
  'filepath',
  'requirePragma',
  'insertPragma',
  'checkIgnorePragma',
  'rangeStart',
  'rangeEnd',
]);

const parsers = { typescript: 'babel-ts', json: 'json', yaml: 'yaml' } as const;

/** The text as prettier writes it; as it is if its syntax is broken or prettier does not know such files. */
export async function formatted(text: string, language: Language, style: Style): Promise<string> {
  if (language === 'text') return text;
  const { format } = await import('prettier');
  const options: Options = { ...style, parser: parsers[language] };
  try {
    return await format(text, options);
  } catch {
    return text;
  }
}
