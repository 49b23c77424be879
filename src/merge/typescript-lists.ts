import { ts } from 'ts-morph';

/** What stands in a node one after the other. */
export interface List {
  readonly kind: string;
  readonly nodes: ts.NodeArray<ts.Node>;
  readonly hasCommas: boolean;
  /** The parts have no names but their places, such as arguments. */
  readonly isPositional: boolean;
}

/** The list that makes up most of a node: the members of a class, the statements of a function, the properties of an object. */
export function listIn(node: ts.Node): List | undefined {
  const own = ownList(node);
  if (own !== undefined) return own;
  const inner = within(node);
  return inner === undefined ? undefined : listIn(inner);
}

function ownList(node: ts.Node): List | undefined {
  if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)) {
    return list('members', node.members);
  }
  if (ts.isBlock(node) || ts.isModuleBlock(node)) return list('statements', node.statements);
  if (ts.isEnumDeclaration(node)) return list('enum', node.members, true);
  if (ts.isObjectLiteralExpression(node)) return list('object', node.properties, true);
  if (ts.isArrayLiteralExpression(node)) return list('array', node.elements, true);
  if (ts.isNamedImports(node) || ts.isNamedExports(node)) return list('names', node.elements, true);
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const { arguments: given } = node;
    if (given === undefined || given.length === 0) return undefined;
    return { kind: 'arguments', nodes: given, hasCommas: true, isPositional: true };
  }
  return undefined;
}

/** The part of a node that holds most of it. */
function within(node: ts.Node): ts.Node | undefined {
  if (ts.isSourceFile(node)) return node.statements[0];
  if (ts.isFunctionLike(node)) return 'body' in node ? node.body : undefined;
  if (ts.isVariableStatement(node)) return onlyOf(node.declarationList.declarations);
  if (ts.isImportDeclaration(node)) return node.importClause?.namedBindings;
  if (ts.isExportDeclaration(node)) return node.exportClause;
  if (ts.isTypeAliasDeclaration(node)) return node.type;
  if (ts.isPropertyDeclaration(node)) return node.initializer ?? node.type;
  if (ts.isPropertySignature(node)) return node.type;
  if (ts.isModuleDeclaration(node)) return node.body;
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) return node.initializer;
  if (ts.isIfStatement(node)) return node.thenStatement;
  if (ts.isExpressionStatement(node) || ts.isReturnStatement(node)) return node.expression;
  if (ts.isExportAssignment(node) || ts.isAwaitExpression(node)) return node.expression;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return node.expression;
  if (ts.isParenthesizedExpression(node)) return node.expression;
  return undefined;
}

function onlyOf<T>(nodes: readonly T[]): T | undefined {
  return nodes.length === 1 ? nodes[0] : undefined;
}

function list(kind: string, nodes: ts.NodeArray<ts.Node>, hasCommas = false): List {
  return { kind, nodes, hasCommas, isPositional: false };
}
