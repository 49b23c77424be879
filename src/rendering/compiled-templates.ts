import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import { isSource, keepCompiled, readCompiled, writeCompiled } from '../compiled/compiled-code.ts';
import { templateOf, type CompiledTemplate, type Template } from './handlebars.ts';
import { templatePaths, templateText } from './templates.ts';

/** By the path of the template. */
type CompiledTemplates = Readonly<Record<string, CompiledTemplate>>;

/** Gives a template by its path. */
export type Templates = (path: string) => Template;

let opened: Promise<CompiledTemplates> | undefined;
const templates = new Map<string, Template>();

export async function openTemplates(): Promise<Templates> {
  const compiled = await (opened ??= compiledTemplates());
  return (path) => {
    let template = templates.get(path);
    if (template === undefined) {
      const code = compiled[path];
      if (code === undefined) throw new Error(`templates/${path} is no template`);
      template = templateOf(code, `templates/${path}`);
      templates.set(path, template);
    }
    return template;
  };
}

/**
 * What the code of all templates gives. To compile them takes as long as to format thirty files, and a compiler has to be loaded for it; so
 * it is done once, as with validators.
 */
export async function compiledTemplates(directory?: string): Promise<CompiledTemplates> {
  const sources = readSources();
  const name = nameOf(sources, isSource ? compilerOfClone() : []);
  const made = readCompiled(name, directory) as CompiledTemplates | undefined;
  if (made !== undefined) return made;
  const code = await codeOf(sources);
  keepCompiled(name, () => moduleOf(code), directory);
  return runInThisContext(`(${code})`) as CompiledTemplates;
}

/** Makes the code for the package. */
export async function writeTemplates(directory: string): Promise<void> {
  const sources = readSources();
  writeCompiled(nameOf(sources, []), moduleOf(await codeOf(sources)), directory);
}

type Source = readonly [path: string, text: string];

function readSources(): Source[] {
  const paths = templatePaths().filter((path) => path.endsWith('.hbs'));
  return paths.map((path) => [path, templateText(path)]);
}

/** The name follows from all that the code follows from, so that no code is ever out of date. */
function nameOf(sources: readonly Source[], compiler: readonly string[]): string {
  return hash('sha256', JSON.stringify([compiler, sources]));
}

/** Where the compiler itself may change. */
function compilerOfClone(): string[] {
  const { version } = createRequire(import.meta.url)('handlebars/package.json') as {
    version: string;
  };
  const own = ['compile-template.ts', 'helpers.ts'];
  return [version, ...own.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))];
}

async function codeOf(sources: readonly Source[]): Promise<string> {
  const { templateCode } = await import('./compile-template.ts');
  const members = sources.map(
    ([path, text]) => `${JSON.stringify(path)}: ${templateCode(text, `templates/${path}`)}`,
  );
  return `{\n${members.join(',\n')}\n}`;
}

function moduleOf(code: string): string {
  return `module.exports = ${code};\n`;
}
