import Handlebars from 'handlebars';
import { blockHelpers, valueHelpers } from './helpers.ts';

/**
 * The code of a template: an expression whose value the runtime of Handlebars makes a function of. Every value in a template must pass a
 * helper that names its place, and every name must exist in the model: a template that breaks either is refused.
 *
 * @throws {TypeError} when the template shows a value without a helper
 */
export function templateCode(source: string, name: string): string {
  refuseBareValues(Handlebars.parseWithoutProcessing(source), name);
  const code = Handlebars.precompile(source, {
    noEscape: true,
    strict: true,
    knownHelpersOnly: true,
    knownHelpers: Object.fromEntries(
      [...Object.keys(blockHelpers), ...Object.keys(valueHelpers)].map((helper) => [helper, true]),
    ),
  });
  return String(code);
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
      throw new TypeError(`${name}: {{${helper}}} shows a value without a helper`);
    }
  }
  if (statement.type === 'PartialStatement') {
    throw new TypeError(`${name}: partials are not used`);
  }
  for (const child of Object.values(node)) refuseBareValues(child, name);
}
