import { Composer, Parser, type CST, type Document, type YAMLParseError } from 'yaml';
import type { Issue } from '../issue.ts';
import { depthIssue } from './depth.ts';
import { readingLimits, readingOptions } from './options.ts';

export interface Parsed {
  /** Absent where the text cannot be read as YAML at all. */
  readonly document?: Document.Parsed;
  readonly issues: Issue[];
}

/** Reads one YAML document, with every error of syntax. Never throws. */
export function parseYaml(text: string): Parsed {
  const tokens = [...new Parser().parse(text)];
  const deep = depthIssue(tokens);
  if (deep !== undefined) return { issues: [deep] };
  const [document, second] = firstTwo(tokens, text.length);
  if (document === undefined) return { issues: [] };
  const issues = [...syntaxIssues(document), ...directiveIssues(document)];
  if (second !== undefined) {
    const message = 'a second YAML document starts here; the file holds exactly one';
    issues.push(issue('several-documents', message, second.range[0]));
  }
  return { document, issues };
}

function firstTwo(tokens: CST.Token[], end: number): Document.Parsed[] {
  const documents: Document.Parsed[] = [];
  for (const document of new Composer(readingOptions).compose(tokens, true, end)) {
    documents.push(document);
    if (documents.length === 2) break;
  }
  return documents;
}

function syntaxIssues(document: Document.Parsed): Issue[] {
  const errors: YAMLParseError[] = document.errors.slice(0, readingLimits.syntaxErrors);
  const tags = document.warnings.filter((warning) => warning.code === 'TAG_RESOLVE_FAILED');
  return [
    ...errors.map((error) => issue('yaml-syntax', sentence(error.message), error.pos[0])),
    ...tags.map((warning) =>
      issue('custom-tag', 'tags are not read here; write the plain value', warning.pos[0]),
    ),
  ];
}

function directiveIssues(document: Document.Parsed): Issue[] {
  const { explicit, version } = document.directives.yaml;
  if (explicit !== true || version === '1.2') return [];
  return [issue('yaml-version', `the file is read as YAML 1.2, not ${version}`, 0)];
}

function issue(code: string, message: string, offset: number): Issue {
  return { path: [], at: 'value', code, message, offset };
}

function sentence(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
