import { templateText } from '../templates.ts';

/** A problem that the runtime of a service can answer with, as its sources say it. */
export interface BuiltInProblem {
  /** The name of the constant. */
  readonly name: string;
  readonly code: string;
  readonly status: number;
  /** What it means, in English. */
  readonly description: string;
  /** Whether every service can answer with it. */
  readonly isCommon: boolean;
}

const declaration = /^ {2}(\w+): (?:problem|registered)\((\d{3}), '([a-z-]+)'\),$/gm;
const description = /^ {4}'?([a-z-]+)'?: \{\s+title: '[^']*',\s+description:\s+'([^']*)',$/gm;

/** The sources of the runtime are the one place where problems are written down; they are read as text, and not run. */
export function builtInProblems(): readonly BuiltInProblem[] {
  const source = templateText('src/runtime/errors/built-in.ts');
  const texts = templateText('src/runtime/endpoints/languages/en.ts');
  const meanings = new Map(
    Array.from(texts.matchAll(description), ([, code = '', meaning = '']) => [code, meaning]),
  );
  const endOfCommon = source.indexOf('export const builtIn');
  return Array.from(source.matchAll(declaration), ({ 1: name, 2: status, 3: code, index }) => {
    const meaning = meanings.get(String(code));
    if (meaning === undefined) throw new Error(`the problem ${String(code)} has no description`);
    return {
      name: String(name),
      code: String(code),
      status: Number(status),
      description: meaning,
      isCommon: index < endOfCommon,
    };
  });
}
