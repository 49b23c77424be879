import type { FormatName } from 'ajv-formats';
// The package's index brings the compiler of schemas along, which takes a while to load.
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Whether a text is of a format of JSON Schema, by the rules that the generated service applies as well. */
export function formatOf(name: FormatName): (text: string) => boolean {
  const format: unknown = fullFormats[name];
  const validate =
    typeof format === 'object' && format !== null && 'validate' in format
      ? format.validate
      : format;
  if (validate instanceof RegExp) return (text) => validate.test(text);
  if (typeof validate === 'function') return (text) => validate(text) === true;
  throw new Error(`no format ${name}`);
}
