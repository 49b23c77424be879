import Handlebars from 'handlebars';
import { isCode, literal } from './code.ts';
import { codeSpan, comment, markdown, oneLine, yamlScalar } from './escape.ts';

type Helper = Handlebars.HelperDelegate;
export type Template = (context: object) => string;

/** Names that a specification may hold and that need no escaping anywhere: words and hyphens, URLs of ours. */
const plainText = /^[\w./{}:@%~+,;=-]*$/;

/** Every way in which a value may enter a text. The name says what place it stands in. */
const valueHelpers: Readonly<Record<string, (value: unknown) => string>> = {
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
const blockHelpers: Readonly<Record<string, Helper>> = {
  if(this: unknown, condition: unknown, options: Handlebars.HelperOptions) {
    const value = defined('if', condition);
    const holds = Array.isArray(value) ? value.length > 0 : Boolean(value);
    return holds ? options.fn(this) : options.inverse(this);
  },
  unless(this: unknown, condition: unknown, options: Handlebars.HelperOptions) {
    const value = defined('unless', condition);
    const holds = Array.isArray(value) ? value.length > 0 : Boolean(value);
    return holds ? options.inverse(this) : options.fn(this);
  },
  each(this: unknown, list: unknown, options: Handlebars.HelperOptions) {
    const items = defined('each', list);
    if (!Array.isArray(items)) throw new TypeError('{{#each}} takes a list');
    if (items.length === 0) return options.inverse(this);
    return items
      .map((item: unknown, index) => {
        const data = Handlebars.createFrame(options.data ?? {});
        Object.assign(data, { index, first: index === 0, last: index === items.length - 1 });
        return options.fn(item, { data });
      })
      .join('');
  },
};

const instance = Handlebars.create();
for (const name of Object.keys(instance.helpers)) instance.unregisterHelper(name);
for (const [name, helper] of Object.entries(blockHelpers)) instance.registerHelper(name, helper);
for (const [name, helper] of Object.entries(valueHelpers)) {
  instance.registerHelper(name, (value: unknown, ...rest: unknown[]) => {
    if (rest.length !== 1) throw new TypeError(`{{${name}}} takes one value`);
    return helper(value);
  });
}

/**
 * Compiles a template. Every value in it must pass a helper that names its place, and every name must exist in the
 * model: a template that breaks either is refused.
 *
 * @throws {TypeError} when the template shows a value without a helper
 */
export function compileTemplate(source: string, name: string): Template {
  const program = instance.parseWithoutProcessing(source);
  refuseBareValues(program, name);
  const template = instance.compile(source, {
    noEscape: true,
    strict: true,
    knownHelpersOnly: true,
    knownHelpers: Object.fromEntries(
      [...Object.keys(blockHelpers), ...Object.keys(valueHelpers)].map((helper) => [helper, true]),
    ),
  });
  return (context) => {
    try {
      return template(context);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`templates/${name}: ${message}`, { cause: error });
    }
  };
}

function refuseBareValues(node: unknown, name: string): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const each of node) refuseBareValues(each, name);
    return;
  }
  const statement = node as {
    type?: string;
    path?: { original?: string; loc?: unknown };
    params?: unknown[];
  };
  if (statement.type === 'MustacheStatement') {
    const helper = statement.path?.original ?? '';
    if (!Object.hasOwn(valueHelpers, helper) || statement.params?.length !== 1) {
      throw new TypeError(`templates/${name}: {{${helper}}} shows a value without a helper`);
    }
  }
  if (statement.type === 'PartialStatement') {
    throw new TypeError(`templates/${name}: partials are not used`);
  }
  for (const child of Object.values(node)) refuseBareValues(child, name);
}
