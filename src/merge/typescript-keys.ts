import { ts } from 'ts-morph';

/** What a declaration, member, property or element is known by in every version of a file. */
export function keyOf(node: ts.Node, source: ts.SourceFile): string {
  const name = nameOf(node, source);
  return name === undefined ? `=${wordsOf(node, source)}` : name;
}

function nameOf(node: ts.Node, source: ts.SourceFile): string | undefined {
  if (ts.isImportDeclaration(node)) {
    const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return `import ${isType ? 'type ' : ''}${node.moduleSpecifier.getText(source)}`;
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return `export ${node.isTypeOnly ? 'type ' : ''}${node.moduleSpecifier.getText(source)}`;
  }
  if (ts.isVariableStatement(node)) {
    const names = node.declarationList.declarations.map(({ name }) => name);
    return names.every(ts.isIdentifier) ? names.map(({ text }) => text).join() : undefined;
  }
  if (ts.isExportAssignment(node)) return 'export default';
  if (ts.isReturnStatement(node)) return 'return';
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) return node.name.text;
  if (ts.isObjectLiteralExpression(node)) return nameOfEntry(node);
  if (isDeclared(node)) return declared(node, source);
  return undefined;
}

type Declared = ts.NamedDeclaration & { readonly name: ts.DeclarationName };

/** Statements, members and properties; an expression can have a name as well, which means something else. */
function isDeclared(node: ts.Node): node is Declared {
  const isPart =
    ts.isDeclarationStatement(node) ||
    ts.isClassElement(node) ||
    ts.isTypeElement(node) ||
    ts.isObjectLiteralElementLike(node) ||
    ts.isEnumMember(node);
  return isPart && 'name' in node && node.name !== undefined;
}

function declared(node: Declared, source: ts.SourceFile): string {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  const isStatic = modifiers.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
  const accessor = ts.isGetAccessor(node) ? 'get ' : ts.isSetAccessor(node) ? 'set ' : '';
  const { name } = node;
  const isPlain =
    ts.isStringLiteralLike(name) || ts.isIdentifier(name) || ts.isNumericLiteral(name);
  const text = isPlain ? name.text : name.getText(source);
  return `${isStatic ? 'static ' : ''}${accessor}${text}`;
}

/** An object in a list is known by the first property that is a name in texts of this kind. */
function nameOfEntry(node: ts.ObjectLiteralExpression): string | undefined {
  for (const known of ['path', 'name', 'id', 'key']) {
    for (const property of node.properties) {
      if (!ts.isPropertyAssignment(property)) continue;
      const { name, initializer } = property;
      const isKnown =
        ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text === known : false;
      if (isKnown && ts.isStringLiteralLike(initializer)) return `${known} ${initializer.text}`;
    }
  }
  return undefined;
}

/** The text without comments, and with one space wherever there is any. */
function wordsOf(node: ts.Node, source: ts.SourceFile): string {
  return node.getText(source).replaceAll(/\s+/g, ' ').replaceAll('"', "'");
}
