import { Document, visit, type ToStringOptions } from 'yaml';
import type { Path } from '../fault.ts';
import { layOut } from './layout.ts';
import { escapeOdd, quoteUnsafe } from './quoting.ts';
import { padMappingsOnly } from './padding.ts';
import { numberVersions } from './versions.ts';

const style: ToStringOptions = {
  lineWidth: 0,
  singleQuote: true,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
};

/**
 * A value as YAML that reads back as the same value. `path` is where it stands in the specification, which decides what
 * is written on one line; `isInline` puts all of it on one line.
 */
export function render(value: unknown, path: Path, isInline = false): string {
  const document = new Document(value, {
    version: '1.2',
    schema: 'core',
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
  });
  numberVersions(document, path);
  if (!isInline) layOut(document.contents, path, document);
  visit(document, {
    Collection(_key, node) {
      if (isInline) node.flow = true;
      padMappingsOnly(node);
    },
    Scalar(key, node) {
      quoteUnsafe(node, isInline || key === 'key');
    },
  });
  return escapeOdd(document.toString(style));
}
