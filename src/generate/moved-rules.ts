import { readStoredText, type OutputFile } from '../plan/index.ts';
import { atKey, type Issue } from '../specification/issue.ts';
import { camelCaseOf, pascalCase } from '../specification/names/casing.ts';

/** Outputs with the rules of resources that have another name now, and the files that these leave. */
export interface MovedRules {
  readonly files: readonly OutputFile[];
  readonly left: readonly string[];
  /** Warnings about the files that a person has edited. */
  readonly issues: readonly Issue[];
}

/**
 * Rules that people wrote follow their resource to its new name. The names of the library's own functions and types change with it;
 * nothing else is touched.
 *
 * @param renamed former names of resources by the present ones
 */
export async function movedRules(
  destination: string,
  outputs: readonly OutputFile[],
  renamed: Iterable<readonly [now: string, former: string]>,
): Promise<MovedRules> {
  const paths = new Set(outputs.map(({ path }) => path));
  const texts = new Map<string, string>();
  const left: string[] = [];
  const issues: Issue[] = [];
  for (const [now, former] of renamed) {
    const [from, to] = [rulesOf(former), rulesOf(now)];
    if (!paths.has(to) || paths.has(from)) continue;
    const text = await readStoredText(destination, from);
    if (text === undefined || (await readStoredText(destination, to)) !== undefined) continue;
    left.push(from);
    const renamedText = withNames(text, former, now);
    const generated = outputs.find(({ path }) => path === to)?.text ?? '';
    // Without a line of theirs, it is as good as generated.
    if (withoutHeading(renamedText) === withoutHeading(generated)) continue;
    texts.set(to, renamedText);
    const message = `your rules of "${former}" move to ${to}, with the names of the library in them changed`;
    issues.push(atKey(['resources', now], { code: 'rules-move', message }));
  }
  const files = outputs.map((file) => {
    const text = texts.get(file.path);
    return text === undefined ? file : { ...file, text };
  });
  return { files, left, issues };
}

function rulesOf(resource: string): string {
  return `src/resources/${resource}/${resource}.rules.ts`;
}

/** Without the line that says in words of what resource the rules are. */
function withoutHeading(text: string): string {
  return text.replace(/^ \* Rules of .*$/m, '');
}

/** With what the modules beside it export under the present name of the resource. */
function withNames(text: string, former: string, now: string): string {
  const imports = new RegExp(
    String.raw`import\s+(?:type\s+)?\{([^}]*)\}\s+from\s+(['"])\./${former}\.(\w+)\.ts\2`,
    'g',
  );
  const found = [...text.matchAll(imports)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
  const exported = new Set([...found, `${camelCaseOf(former)}Rules`]);
  const byFormer = [
    [pascalCase(former), pascalCase(now)],
    [camelCaseOf(former), camelCaseOf(now)],
  ] as const;
  const renamed = new Map(
    [...exported].flatMap((name) =>
      byFormer.flatMap(([from, to]) =>
        name.startsWith(from) ? [[name, to + name.slice(from.length)] as const] : [],
      ),
    ),
  );
  return text
    .replaceAll(
      new RegExp(String.raw`(['"])\./${former}\.(\w+)\.ts\1`, 'g'),
      (_, quote: string, kind: string) => `${quote}./${now}.${kind}.ts${quote}`,
    )
    .replaceAll(/[A-Za-z_$][\w$]*/g, (name) => renamed.get(name) ?? name);
}
