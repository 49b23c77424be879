import { posix } from 'node:path';

/**
 * What brings a module in, from the beginning of its line to the end. No text of a specification can look like it: no
 * literal, comment or type that is made of one begins a line with these words and has no quote before the path.
 */
const statement = /^(?:import|export|\})[^'"`\n]* from '(\.[^'"`\n]+)';$/gm;
const loading = /\bimport\('(\.[^'"`\n]+)'\)/g;

/** Paths of the modules of the service that one of them brings in. */
export function importsOf(path: string, text: string): string[] {
  return resolved(path, text.matchAll(statement));
}

/** The same with those that are loaded only when they are needed. For our own text, of which nothing is a value of a specification. */
export function allImportsOf(path: string, text: string): string[] {
  return [...importsOf(path, text), ...resolved(path, text.matchAll(loading))];
}

function resolved(path: string, found: Iterable<RegExpMatchArray>): string[] {
  const folder = posix.dirname(path);
  return Array.from(found, ([, specifier = '']) => posix.join(folder, specifier));
}

const fromPackage = /^(?:import|export|\})[^'"`\n]* from '([^.'"`\n][^'"`\n]*)';$/gm;
const loadedPackage = /\bimport\('([^.'"`\n][^'"`\n]*)'\)/g;

/** Names of the packages that a module brings in, also when they are needed only; what Node itself has is none. */
export function packagesOf(text: string): string[] {
  return [...text.matchAll(fromPackage), ...text.matchAll(loadedPackage)]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => !specifier.startsWith('node:'))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
}
