// Writes kits/template-views.json, the names that templates of kits can show: npm run template-views
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { Project, SyntaxKind, type Node, type Symbol, type Type } from 'ts-morph';
import { packageRoot } from '../src/rendering/package-root.ts';
import { viewsPath, type ViewShape } from '../src/rendering/overlays/view-shape.ts';

const root = packageRoot();
const project = new Project({
  tsConfigFilePath: join(root, 'tsconfig.json'),
  skipAddingFilesFromTsConfig: true,
});
const source = project.addSourceFileAtPath(join(root, 'src/rendering/template-uses.ts'));
project.resolveSourceFileDependencies();

/** Models hold each other; of them only what is one value each is shown. */
const models: ReadonlySet<string> = new Set(['ServiceModel', 'ResourceModel', 'VersionModel']);

function shapeOf(type: Type, at: Node, within: readonly Type[]): ViewShape {
  const types = type.isUnion() ? type.getUnionTypes() : [type];
  const values = types.filter((each) => !each.isUndefined());
  const objects = values.filter(isMembers);
  if (objects.length === values.length && objects.length > 0) {
    return membersOf(objects, at, within);
  }
  const shapes = values.map((each) => simpleShape(each, at, within));
  const [first = 'data', ...others] = shapes;
  if (others.every((each) => JSON.stringify(each) === JSON.stringify(first))) return first;
  return shapes.every((each) => typeof each === 'string')
    ? [...new Set(shapes)].toSorted().join('|')
    : 'data';
}

function simpleShape(type: Type, at: Node, within: readonly Type[]): ViewShape {
  if (nameOf(type) === 'Code') return 'code';
  if (type.isString() || type.isStringLiteral() || type.isTemplateLiteral()) return 'text';
  if (type.isNumber() || type.isNumberLiteral()) return 'number';
  if (type.isBoolean() || type.isBooleanLiteral()) return 'boolean';
  const item = type.isTuple() ? undefined : type.getArrayElementType();
  if (item !== undefined) return [shapeOf(item, at, within)];
  return isMembers(type) ? membersOf([type], at, within) : 'data';
}

/** Whether a type has members that are known by name. */
function isMembers(type: Type): boolean {
  return (
    type.isObject() &&
    nameOf(type) !== 'Code' &&
    !type.isArray() &&
    !type.isReadonlyArray() &&
    !type.isTuple() &&
    type.getCallSignatures().length === 0 &&
    type.getStringIndexType() === undefined &&
    type.getProperties().length > 0
  );
}

function membersOf(types: readonly Type[], at: Node, within: readonly Type[]): ViewShape {
  if (types.some((type) => within.includes(type))) return 'data';
  const inner = [...within, ...types];
  const isModel = types.some((type) => models.has(nameOf(type)));
  const names = [...new Set(types.flatMap((type) => type.getProperties().map((p) => p.getName())))];
  const members = names.toSorted().flatMap((name) => {
    const found = types.map((type) => type.getProperty(name));
    const shapes = found.flatMap((each) =>
      each === undefined ? [] : [shapeOf(each.getTypeAtLocation(at), at, inner)],
    );
    const texts = new Set(shapes.map((shape) => JSON.stringify(shape)));
    const shape = texts.size === 1 ? (shapes[0] ?? 'data') : united(shapes);
    if (isModel && typeof shape !== 'string') return [];
    const isOptional = found.some((each) => each === undefined || mayBeMissing(each, at));
    return [[isOptional ? `${name}?` : name, shape] as const];
  });
  return Object.fromEntries(members);
}

function united(shapes: readonly ViewShape[]): ViewShape {
  return shapes.every((each) => typeof each === 'string')
    ? [...new Set(shapes.flatMap((each) => each.split('|')))].toSorted().join('|')
    : 'data';
}

function mayBeMissing(symbol: Symbol, at: Node): boolean {
  const type = symbol.getTypeAtLocation(at);
  return (
    symbol.isOptional() || (type.isUnion() && type.getUnionTypes().some((t) => t.isUndefined()))
  );
}

function nameOf(type: Type): string {
  return (type.getAliasSymbol() ?? type.getSymbol())?.getName() ?? '';
}

const views = source.getFunctionOrThrow('viewsOf');
const declarations = views.getDescendantsOfKind(SyntaxKind.VariableDeclaration);
const [service, resource] = ['service', 'resource'].map((name) => {
  const declaration = declarations.find((each) => each.getName() === name);
  if (declaration === undefined) throw new Error(`viewsOf has no ${name}`);
  return shapeOf(declaration.getType(), views, []);
});
const text = JSON.stringify({ service, resource });
writeFileSync(
  join(root, viewsPath),
  await format(text, { ...(await resolveConfig(join(root, viewsPath))), parser: 'json' }),
);
