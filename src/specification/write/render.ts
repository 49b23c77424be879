import { Document, visit, type ToStringOptions } from 'yaml';
import type { Path } from '../issue.ts';
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
 * A mapping as YAML that reads back as the same, with a line for each member. `path` is where it stands in the
 * specification, which decides what inside of it is written on one line.
 */
export function render(members: Readonly<Record<string, unknown>>, path: Path): string {
  const document = documentOf(members);
  numberVersions(document, path);
  layOut(document.contents, path, document);
  return textOf(document, false);
}

/** A value on one line, as it can stand in a list or a mapping in brackets as well as after a key. */
export function renderInline(value: unknown): string {
  const document = documentOf([value]);
  visit(document, {
    Collection(_key, node) {
      node.flow = true;
    },
  });
  return textOf(document, true).trimEnd().slice(1, -1);
}

function documentOf(value: unknown): Document {
  return new Document(value, {
    version: '1.2',
    schema: 'core',
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
  });
}

function textOf(document: Document, isInline: boolean): string {
  visit(document, {
    Collection(_key, node) {
      padMappingsOnly(node);
    },
    Scalar(key, node) {
      quoteUnsafe(node, isInline || key === 'key');
    },
  });
  return escapeOdd(document.toString(style));
}
