import type { HelperDelegate, HelperOptions } from 'handlebars';
import { runtime } from './handlebars-runtime.ts';
import { isCode, literal } from './code.ts';
import { codeSpan, comment, markdown, oneLine, yamlScalar } from './escape.ts';

/** Names that a specification may hold and that need no escaping anywhere: words and hyphens, URLs of ours. */
const plainText = /^[\w./{}:@%~+,;=-]*$/;

/** Every way in which a value may enter a text. The name says what place it stands in. */
export const valueHelpers: Readonly<Record<string, (value: unknown) => string>> = {
  /** TypeScript made by our own code. */
  code: (value) => (isCode(value) ? value.code : refuse('code', value)),
  /** A TypeScript literal: text, number, list, object. */
  literal: (value) => literal(value).code,
  comment: (value) => comment(text('comment', value)),
  markdown: (value) => markdown(text('markdown', value)),
  codeSpan: (value) => codeSpan(text('codeSpan', value)),
  yaml: (value) => yamlScalar(text('yaml', value)),
  json: (value) => JSON.stringify(value, null, 2),
  /** A line of a shell script or a file of settings, of which only the harmless characters are permitted. */
  plain: (value) => {
    const line = typeof value === 'number' ? String(value) : oneLine(text('plain', value));
    return plainText.test(line) ? line : refuse('plain', value);
  },
};

function text(helper: string, value: unknown): string {
  return typeof value === 'string' ? value : refuse(helper, value);
}

function refuse(helper: string, value: unknown): never {
  throw new TypeError(`{{${helper}}} cannot show ${JSON.stringify(value) ?? 'undefined'}`);
}

function defined(helper: string, value: unknown): unknown {
  if (value === undefined) throw new TypeError(`{{#${helper}}} of a value that does not exist`);
  return value;
}

/** The built-in blocks, which take a missing value for an empty one even in strict mode. */
export const blockHelpers: Readonly<Record<string, HelperDelegate>> = {
  if(this: unknown, condition: unknown, options: HelperOptions) {
    const value = defined('if', condition);
    const holds = Array.isArray(value) ? value.length > 0 : Boolean(value);
    return holds ? options.fn(this) : options.inverse(this);
  },
  unless(this: unknown, condition: unknown, options: HelperOptions) {
    const value = defined('unless', condition);
    const holds = Array.isArray(value) ? value.length > 0 : Boolean(value);
    return holds ? options.inverse(this) : options.fn(this);
  },
  each(this: unknown, list: unknown, options: HelperOptions) {
    const items = defined('each', list);
    if (!Array.isArray(items)) throw new TypeError('{{#each}} takes a list');
    if (items.length === 0) return options.inverse(this);
    return items
      .map((item: unknown, index) => {
        const data = runtime.createFrame(options.data ?? {});
        Object.assign(data, { index, first: index === 0, last: index === items.length - 1 });
        return options.fn(item, { data });
      })
      .join('');
  },
};
