import { runtime } from './handlebars-runtime.ts';
import { blockHelpers, valueHelpers } from './helpers.ts';

export type Template = (context: object) => string;

const instance = runtime.create();
for (const name of Object.keys(instance.helpers)) instance.unregisterHelper(name);
for (const [name, helper] of Object.entries(blockHelpers)) instance.registerHelper(name, helper);
for (const [name, helper] of Object.entries(valueHelpers)) {
  instance.registerHelper(name, (value: unknown, ...rest: unknown[]) => {
    if (rest.length !== 1) throw new TypeError(`{{${name}}} takes one value`);
    return helper(value);
  });
}

/** What the code of a template gives. */
export type CompiledTemplate = Parameters<typeof instance.template>[0];

/** A template whose errors name it. */
export function templateOf(compiled: CompiledTemplate, name: string): Template {
  const made = instance.template(compiled);
  return (context) => {
    try {
      return made(context);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`${name}: ${message}`, { cause: error });
    }
  };
}
