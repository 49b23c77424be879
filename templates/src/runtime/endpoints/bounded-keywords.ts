import { _, type Ajv2020, type CodeGen, type CodeKeywordDefinition } from 'ajv/dist/2020.js';
import names from 'ajv/dist/compile/names.js';
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import { maxErrors } from '../errors/problem-document.ts';

/** The keywords that look at each item or member of what a client sent, however many it sent. */
const looping = ['items', 'additionalProperties', 'patternProperties', 'propertyNames'];

/**
 * Lets the loops of these keywords end where as many violations are found as a problem shows: a body of a megabyte may
 * have half a million, each of which costs more than the text that it is about.
 */
export function boundLoops(ajv: Ajv2020): void {
  for (const keyword of looping) {
    const definition = ajv.getKeyword(keyword);
    if (typeof definition !== 'object' || !('code' in definition)) {
      throw new TypeError(`the validator has no code for ${keyword}`);
    }
    ajv.removeKeyword(keyword).addKeyword(bounded(definition));
  }
}

function bounded(definition: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...definition,
    code(context, ruleType) {
      const gen = { value: stopping(context.gen) };
      definition.code(Object.create(context, { gen }) as KeywordCxt, ruleType);
    },
  };
}

/** Writes loops as another one does, with a way out at the start of each round. */
function stopping(gen: CodeGen): CodeGen {
  const stop = () => gen.if(_`${names.default.errors} >= ${maxErrors}`, () => gen.break());
  const forIn: CodeGen['forIn'] = (name, object, body) =>
    gen.forIn(name, object, (key) => {
      stop();
      body(key);
    });
  const forRange: CodeGen['forRange'] = (name, from, to, body) =>
    gen.forRange(name, from, to, (index) => {
      stop();
      body(index);
    });
  return Object.create(gen, { forIn: { value: forIn }, forRange: { value: forRange } }) as CodeGen;
}
