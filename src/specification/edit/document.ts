import type { Document } from 'yaml';
import type { Path } from '../issue.ts';
import { parseYaml } from '../yaml/parse.ts';

/**
 * The text with one value changed through the document: comments and order stay, spacing becomes that of the library.
 * Undefined where the library cannot do it, such as inside of an alias.
 */
export function editByDocument(
  { text }: { readonly text: string },
  { path, value }: { readonly path: Path; readonly value: unknown },
): string | undefined {
  const { document } = parseYaml(text);
  if (document === undefined || path.length === 0) return undefined;
  try {
    const keys = keysOf(document, path);
    if (value === undefined) document.deleteIn(keys);
    else document.setIn(keys, document.createNode(value, { aliasDuplicateObjects: false }));
    return document.toString({ lineWidth: 0 });
  } catch {
    return undefined;
  }
}

/** The keys as the document has them: those of versions are numbers. */
function keysOf(document: Document.Parsed, path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (const key of path) {
    const number = Number(key);
    keys.push(!document.hasIn([...keys, key]) && document.hasIn([...keys, number]) ? number : key);
  }
  return keys;
}
