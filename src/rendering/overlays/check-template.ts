import Handlebars from 'handlebars';
import { nearest } from '../../specification/nearest.ts';
import { shown } from '../../specification/shown.ts';
import { blockHelpers, valueHelpers } from '../helpers.ts';
import { itemShape, memberNames, memberShape, type ViewShape } from './view-shape.ts';

/** What is wrong with a template, at its place in the text. */
export interface TemplateIssue {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly code: 'no-template' | 'unknown-name' | 'wrong-value';
  readonly message: string;
  readonly suggestion?: string;
}

/** What `@` names in a list. */
const positions: Readonly<Record<string, ViewShape>> = {
  first: 'boolean',
  last: 'boolean',
  index: 'number',
};

/**
 * Compares a template with the shape of the view that it shows, without rendering it. A template may show values by helpers that name their place,
 * choose by `if` and `unless`, and repeat by `each`. Everything else that Handlebars has is refused, as is every name that the view
 * does not have.
 */
export function templateIssues(text: string, view: ViewShape): TemplateIssue[] {
  let program: hbs.AST.Program;
  try {
    program = Handlebars.parseWithoutProcessing(text);
  } catch (error) {
    return [unparsed(error)];
  }
  const issues: TemplateIssue[] = [];
  visit(program, [view], issues);
  return issues;
}

function unparsed(error: unknown): TemplateIssue {
  const text = error instanceof Error ? error.message : String(error);
  const [, ofParser, ofLocation, column] = /line (\d+)|- (\d+):(\d+)$/.exec(text) ?? [];
  const reason = text.split('\n').at(-1) ?? '';
  return {
    line: Number(ofParser ?? ofLocation ?? 1),
    column: Number(column ?? 0) + 1,
    code: 'no-template',
    message: `this is not a template of Handlebars: ${shown(reason)}`,
  };
}

/** The views that names are looked up in, from the outermost to the one of the list that is repeated. */
type Scope = readonly ViewShape[];

function visit(program: hbs.AST.Program | undefined, scope: Scope, issues: TemplateIssue[]): void {
  for (const statement of program?.body ?? []) {
    switch (statement.type) {
      case 'ContentStatement':
      case 'CommentStatement':
        break;
      case 'MustacheStatement':
        visitValue(statement as hbs.AST.MustacheStatement, scope, issues);
        break;
      case 'BlockStatement':
        visitBlock(statement as hbs.AST.BlockStatement, scope, issues);
        break;
      default: {
        const message = `a template of a kit has no ${wordsFor(statement.type)}: it shows values, and has if, unless and each`;
        issues.push(issueAt(statement, 'no-template', message));
      }
    }
  }
}

function wordsFor(type: string): string {
  return type.startsWith('Partial') ? 'partials' : 'decorators';
}

function visitValue(
  { path, params, hash, ...node }: hbs.AST.MustacheStatement,
  scope: Scope,
  issues: TemplateIssue[],
): void {
  const helper = helperOf(path);
  const [value, ...others] = params;
  if (helper === undefined || !Object.hasOwn(valueHelpers, helper)) {
    const helpers = Object.keys(valueHelpers).join(', ');
    const message = `{{${shownHelper(path)}}} shows a value without a helper that names its place; write {{literal NAME}} or one of ${helpers}`;
    issues.push(issueAt(node, 'no-template', message));
    return;
  }
  if (value === undefined || others.length > 0 || hash !== undefined) {
    issues.push(issueAt(node, 'no-template', `{{${helper}}} takes the name of one value`));
    return;
  }
  const shape = resolved(value, scope, issues);
  if (shape === undefined || suits(helper, shape)) return;
  const message = `${pathText(value)} is ${described(shape)}, which {{${helper}}} cannot show`;
  issues.push(issueAt(value, 'wrong-value', message));
}

function visitBlock(
  { path, params, hash, program, inverse, ...node }: hbs.AST.BlockStatement,
  scope: Scope,
  issues: TemplateIssue[],
): void {
  const helper = helperOf(path);
  const [value, ...others] = params;
  const hasNames = [program, inverse].some((each) => (each?.blockParams?.length ?? 0) > 0);
  if (helper === undefined || !Object.hasOwn(blockHelpers, helper)) {
    const message = `there is no {{#${shownHelper(path)}}}: a template of a kit has if, unless and each`;
    issues.push(issueAt(node, 'no-template', message));
    return;
  }
  if (value === undefined || others.length > 0 || hash !== undefined || hasNames) {
    issues.push(issueAt(node, 'no-template', `{{#${helper}}} takes the name of one value`));
    return;
  }
  const shape = resolved(value, scope, issues);
  const item = shape === undefined ? undefined : itemShape(shape);
  if (helper === 'each' && shape !== undefined && item === undefined) {
    const message = `${pathText(value)} is ${described(shape)} and no list, so {{#each}} cannot repeat it`;
    issues.push(issueAt(value, 'wrong-value', message));
  }
  if (helper !== 'each') {
    visit(program, scope, issues);
  } else if (item !== undefined) {
    visit(program, [...scope, item], issues);
  }
  visit(inverse, scope, issues);
}

/** The shape of what a path names; undefined: there is an issue instead. */
function resolved(
  value: hbs.AST.Expression,
  scope: Scope,
  issues: TemplateIssue[],
): ViewShape | undefined {
  if (value.type !== 'PathExpression') {
    const message = 'a helper takes the name of a value, and no text, number or other helper';
    issues.push(issueAt(value, 'no-template', message));
    return undefined;
  }
  const { data, depth, parts, loc } = value as hbs.AST.PathExpression;
  const names: readonly unknown[] = parts;
  const start = data ? dataShape(names[0], scope) : scope.at(-1 - depth);
  if (start === undefined) {
    const message = data
      ? `there is no ${pathText(value)}: a template of a kit has @first, @last and @index inside of each, and @root`
      : `${pathText(value)} leads out of the view`;
    issues.push({ ...place(loc), code: 'unknown-name', message });
    return undefined;
  }
  let shape = start;
  for (const name of data ? names.slice(1) : names) {
    const member = typeof name === 'string' ? memberShape(shape, name) : undefined;
    if (member === undefined || member.isOptional) {
      issues.push({ ...place(loc), ...missing(String(name), shape, member !== undefined) });
      return undefined;
    }
    shape = member.shape;
  }
  return shape;
}

function dataShape(name: unknown, scope: Scope): ViewShape | undefined {
  if (name === 'root') return scope[0];
  return typeof name === 'string' && Object.hasOwn(positions, name) && scope.length > 1
    ? positions[name]
    : undefined;
}

function missing(
  name: string,
  shape: ViewShape,
  isOptional: boolean,
): Pick<TemplateIssue, 'code' | 'message' | 'suggestion'> {
  const word = shown(name);
  if (isOptional) {
    const message = `the name ${word} is not in the view of every service, so the template would fail in others`;
    return { code: 'unknown-name', message };
  }
  const suggestion = nearest(name, memberNames(shape));
  const message = `the view has no name ${word} here`;
  return { code: 'unknown-name', message, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** The kinds of values that a helper shows; absent: all. */
const shownKinds: Readonly<Record<string, readonly string[]>> = {
  code: ['code'],
  comment: ['text'],
  markdown: ['text'],
  codeSpan: ['text'],
  yaml: ['text'],
  plain: ['text', 'number'],
};

function suits(helper: string, shape: ViewShape): boolean {
  const kinds = shownKinds[helper];
  if (kinds === undefined) return true;
  return typeof shape === 'string' && shape.split('|').every((kind) => kinds.includes(kind));
}

function described(shape: ViewShape): string {
  if (typeof shape === 'string') return shape.split('|').join(' or ');
  return itemShape(shape) === undefined ? 'a mapping' : 'a list';
}

function helperOf(path: hbs.AST.Expression): string | undefined {
  if (path.type !== 'PathExpression') return undefined;
  const { data, depth, parts } = path as hbs.AST.PathExpression;
  const [name]: readonly unknown[] = parts;
  return !data && depth === 0 && parts.length === 1 && typeof name === 'string' ? name : undefined;
}

function shownHelper(path: hbs.AST.Expression): string {
  return 'original' in path ? JSON.stringify(path.original).slice(1, -1).slice(0, 60) : '…';
}

function pathText(value: hbs.AST.Expression): string {
  return shown('original' in value ? String(value.original) : '…');
}

function issueAt(
  { loc }: { readonly loc: hbs.AST.SourceLocation },
  code: TemplateIssue['code'],
  message: string,
): TemplateIssue {
  return { ...place(loc), code, message };
}

function place({ start }: hbs.AST.SourceLocation): { line: number; column: number } {
  return { line: start.line, column: start.column + 1 };
}
