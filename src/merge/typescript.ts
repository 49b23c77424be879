import { ts } from 'ts-morph';
import type { Split, Unit } from './types.ts';
import { keyOf } from './typescript-keys.ts';
import { listIn, type List } from './typescript-lists.ts';

/** Takes TypeScript or JSON apart by declaration, member and entry; undefined if its syntax is broken. */
export function splitCode(path: string, text: string): Split | undefined {
  const source = parse(path, text);
  if (source === undefined) return undefined;
  const isJson = /\.jsonc?$/.test(path);
  const list = isJson ? listIn(source) : statementsOf(source);
  return list === undefined ? undefined : splitList(text, source, list, [0, text.length]);
}

/** Undefined if the syntax is broken. */
export function parse(path: string, text: string): ts.SourceFile | undefined {
  const kind = /\.jsonc?$/.test(path) ? ts.ScriptKind.JSON : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  return problemsOf(source) > 0 ? undefined : source;
}

/** The parser keeps them in a property that its types do not show. */
function problemsOf(source: ts.SourceFile): number {
  const problems: unknown = Reflect.get(source, 'parseDiagnostics');
  return Array.isArray(problems) ? problems.length : 0;
}

function statementsOf(source: ts.SourceFile): List {
  return { kind: 'file', nodes: source.statements, hasCommas: false, isPositional: false };
}

/** `range` is what of the text belongs to the node that has the list. */
function splitList(
  text: string,
  source: ts.SourceFile,
  { kind, nodes, hasCommas, isPositional }: List,
  [start, end]: readonly [number, number],
): Split {
  let at = Math.max(start, nodes.pos);
  const head = text.slice(start, at);
  const units = nodes.map((node, index): Unit => {
    const next = nodes[index + 1];
    const isCommaThere = hasCommas && (next !== undefined || nodes.hasTrailingComma === true);
    const after = next === undefined ? nodes.end : next.pos;
    const bodyEnd = isCommaThere ? after - 1 : node.end;
    const unitEnd = Math.min(end, lineEnd(text, isCommaThere ? after : node.end));
    const unitText = text.slice(at, hasCommas ? bodyEnd : unitEnd);
    const range = [at, hasCommas ? bodyEnd : unitEnd] as const;
    at = unitEnd;
    return {
      key: isPositional ? `#${index}` : keyOf(node, source),
      text: unitText,
      formatted: unitText,
      rest: hasCommas ? text.slice(isCommaThere ? after : bodyEnd, unitEnd) : '',
      inner: () => {
        const list = listIn(node);
        return list === undefined ? undefined : splitList(text, source, list, range);
      },
    };
  });
  const tail = text.slice(at, end);
  return {
    kind: isPositional ? `${kind} of ${nodes.length}` : kind,
    head,
    formattedHead: head,
    units,
    tail,
    formattedTail: tail,
    ...(hasCommas ? { commas: nodes.hasTrailingComma === true ? 'after-each' : 'between' } : {}),
  };
}

/** The end of the line, if nothing but comments is on it. */
function lineEnd(text: string, at: number): number {
  REST_OF_LINE.lastIndex = at;
  return REST_OF_LINE.test(text) ? REST_OF_LINE.lastIndex : at;
}

const REST_OF_LINE = /(?:[ \t]*\/\*[^\n]*?\*\/)*[ \t]*(?:\/\/[^\n]*)?\r?\n/y;
