import { isIndexStep, type Step } from './step.ts';

/** As many characters as the words of a name have at most. */
const longest = 55;

const folder = 'src/storage/migrations/';

/** The number of the next migration: one more than the greatest, so that it comes after all that are there. */
export function nextNumber(names: readonly string[]): number {
  const numbers = names.map((name) => Number(/^([0-9]{4})-/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers) + 1;
}

/** `src/storage/migrations/0002-add-loans-due-on.ts`: by what changes, so that it is the same at any time and on any machine. */
export function migrationPath(number: number, steps: readonly Step[]): string {
  return `${folder}${String(number).padStart(4, '0')}-${words(steps)}.ts`;
}

/** Steps that name a migration only where it has no others. */
const aside: ReadonlySet<Step['kind']> = new Set(['replaceValues', 'carryRows', 'checkValues']);

function words(steps: readonly Step[]): string {
  const changes = steps.filter((step) => !isIndexStep(step) && !aside.has(step.kind));
  const named = [...new Set((changes.length > 0 ? changes : steps).map(wordsOf))];
  const all = named.join('-and-');
  if (named.length <= 3 && all.length <= longest) return all;
  const tables = [...new Set(steps.map(({ table }) => table))];
  const one = `change-${kebab(tables[0] ?? '')}`;
  return tables.length === 1 && one.length <= longest ? one : `change-${tables.length}-tables`;
}

function wordsOf(step: Step): string {
  const table = kebab(step.table);
  if (isIndexStep(step)) return `index-${table}`;
  switch (step.kind) {
    case 'createTable':
      return `make-${table}`;
    case 'dropTable':
      return `drop-${table}`;
    case 'renameTable':
      return `rename-${table}-to-${kebab(step.to)}`;
    case 'renameColumn':
      return `rename-${table}-${kebab(step.column)}-to-${kebab(step.to)}`;
    case 'replaceValues':
      return `replace-values-of-${table}-${kebab(step.column)}`;
    case 'carryRows':
      return `carry-rows-of-${table}`;
    case 'checkValues':
      return `check-${table}-${kebab(step.column)}`;
    case 'addColumn':
      return `add-${table}-${kebab(step.column)}`;
    case 'dropColumn':
      return `drop-${table}-${kebab(step.column)}`;
    case 'alterColumn':
      return `change-${table}-${kebab(step.column)}`;
  }
}

function kebab(name: string): string {
  return name.replaceAll(/_+/g, '-');
}
