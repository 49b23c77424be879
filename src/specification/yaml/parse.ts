import { Composer, Parser, type CST, type Document, type YAMLParseError } from 'yaml';
import type { Fault } from '../fault.ts';
import { depthFault } from './depth.ts';
import { readingLimits, readingOptions } from './options.ts';

export interface Parsed {
  /** Absent where the text cannot be read as YAML at all. */
  readonly document?: Document.Parsed;
  readonly faults: Fault[];
}

/** Reads one YAML document, with every error of syntax. Never throws. */
export function parseYaml(text: string): Parsed {
  const tokens = [...new Parser().parse(text)];
  const deep = depthFault(tokens);
  if (deep !== undefined) return { faults: [deep] };
  const [document, second] = firstTwo(tokens, text.length);
  if (document === undefined) return { faults: [] };
  const faults = [...syntaxFaults(document), ...directiveFaults(document)];
  if (second !== undefined) {
    const message = 'a second YAML document starts here; the file holds exactly one';
    faults.push(fault('several-documents', message, second.range[0]));
  }
  return { document, faults };
}

function firstTwo(tokens: CST.Token[], end: number): Document.Parsed[] {
  const documents: Document.Parsed[] = [];
  for (const document of new Composer(readingOptions).compose(tokens, true, end)) {
    documents.push(document);
    if (documents.length === 2) break;
  }
  return documents;
}

function syntaxFaults(document: Document.Parsed): Fault[] {
  const errors: YAMLParseError[] = document.errors.slice(0, readingLimits.syntaxErrors);
  const tags = document.warnings.filter((warning) => warning.code === 'TAG_RESOLVE_FAILED');
  return [
    ...errors.map((error) => fault('yaml-syntax', sentence(error.message), error.pos[0])),
    ...tags.map((warning) =>
      fault('custom-tag', 'tags are not read here; write the plain value', warning.pos[0]),
    ),
  ];
}

function directiveFaults(document: Document.Parsed): Fault[] {
  const { explicit, version } = document.directives.yaml;
  if (explicit !== true || version === '1.2') return [];
  return [fault('yaml-version', `the file is read as YAML 1.2, not ${version}`, 0)];
}

function fault(code: string, message: string, offset: number): Fault {
  return { path: [], at: 'value', code, message, offset };
}

function sentence(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
