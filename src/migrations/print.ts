import { code, identifier, join, literal, type Code } from '../rendering/code.ts';
import type { Column, TableDefinition } from './definition.ts';
import { isIndexStep, type Step } from './step.ts';

/** A step as a call of a function of the library. */
export function stepCode(step: Step): Code {
  const call = (...args: readonly Code[]) => code`${identifier(step.kind)}(${join(args, ', ')})`;
  const table = literal(step.table);
  if (isIndexStep(step)) return call(table, literal(step.columns));
  switch (step.kind) {
    case 'createTable':
      return call(table, definitionCode(step.definition));
    case 'dropTable':
      return call(table);
    case 'renameTable':
      return call(table, literal(step.to));
    case 'addColumn':
      return call(
        table,
        literal(step.column),
        columnCode(step.definition),
        ...(step.fill === undefined ? [] : [literal({ fill: step.fill })]),
      );
    case 'dropColumn':
      return call(table, literal(step.column));
    case 'renameColumn':
      return call(table, literal(step.column), literal(step.to));
    case 'alterColumn':
      return call(
        table,
        literal(step.column),
        literal({
          from: columnCode(step.from),
          to: columnCode(step.to),
          ...(step.fill === undefined ? {} : { fill: step.fill }),
          ...(step.convert === undefined ? {} : { convert: step.convert }),
        }),
      );
    case 'replaceValues':
      return call(table, literal(step.column), literal(step.values));
    case 'checkValues': {
      const { column, type, allows } = step;
      return call(table, literal(column), literal({ type, allows }));
    }
  }
}

/** Names of the functions that steps call, sorted. */
export function stepFunctions(steps: readonly Step[]): string[] {
  return [...new Set(steps.map(({ kind }) => kind))].sort();
}

/**
 * The file of a migration, as a formatter takes it.
 *
 * @param says what it is made from, one sentence
 */
export function migrationText(steps: readonly Step[], says: string): string {
  const functions = join(stepFunctions(steps).map(identifier), ', ');
  const calls = steps.map((step) => `    ${stepCode(step).code},\n`).join('');
  return (
    `import { ${functions.code}, type Migration } from '../../runtime/storage/migrations/index.ts';\n\n` +
    `/** ${says} */\nexport const migration: Migration = {\n  steps: [\n${calls}  ],\n};\n`
  );
}

/** Each column on a line of its own, as a formatter leaves it where the first one is. */
function definitionCode({ columns, ...keys }: TableDefinition): Code {
  const lines = Object.entries(columns).map(
    ([name, column]) => code`\n${identifier(name)}: ${columnCode(column)},`,
  );
  const others = Object.entries(keys).map(([key, value]) => code`\n${identifier(key)}: ${value},`);
  return code`{\ncolumns: {${join(lines, '')}\n},${join(others, '')}\n}`;
}

function columnCode({ type, required, references, default: defaultValue, counter }: Column): Code {
  return literal({
    type,
    ...(required && { required }),
    ...(references && { references }),
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...(counter && { counter }),
  });
}
