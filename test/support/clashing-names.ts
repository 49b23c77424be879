import { Project, SyntaxKind } from 'ts-morph';

const project = new Project({ useInMemoryFileSystem: true });

/** A module of one resource, and what the names of its exports end with. */
const ofResource = /(?:\/([a-z0-9-]+)\/\1\.|\/([a-z0-9-]+)\.sample\.ts$)/;

/**
 * Names at the top of a file that a resource with an unlucky name would declare there as well: `strategyRules` beside an import
 * of `orderRules`, because a resource may be called `strategy`.
 */
export function clashingNames(text: string): string[] {
  const file = project.createSourceFile('file.ts', text, { overwrite: true });
  const imports = file.getImportDeclarations();
  const own = new Set<string>();
  const endings = new Set<string>();
  for (const each of imports) {
    const [, first, second] = ofResource.exec(each.getModuleSpecifierValue()) ?? [];
    const resource = first ?? second;
    if (resource === undefined) continue;
    const camel = resource.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    for (const name of each.getNamedImports().map((named) => named.getName())) {
      own.add(name);
      if (name.startsWith(camel)) endings.add(name.slice(camel.length));
    }
  }
  const declared = [
    ...imports.flatMap((each) => each.getNamedImports().map((named) => named.getName())),
    ...file.getVariableDeclarations().map((each) => each.getName()),
    ...file.getFunctions().map((each) => each.getName() ?? ''),
    ...file.getChildrenOfKind(SyntaxKind.ClassDeclaration).map((each) => each.getName() ?? ''),
  ];
  return declared.filter(
    (name) =>
      !own.has(name) &&
      /^[a-z]/.test(name) &&
      [...endings].some(
        (ending) => ending !== '' && name.length > ending.length && name.endsWith(ending),
      ),
  );
}
