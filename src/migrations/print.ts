import { code, identifier, join, literal, type Code } from '../rendering/code.ts';
import type { Column, TableDefinition } from './definition.ts';
import type { RowOperation } from './row-operation.ts';
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
    case 'carryRows':
      return call(table, literal(step.types), literal(step.operations.map(operationCode)));
    case 'checkValues': {
      const { column, type, allows } = step;
      return call(table, literal(column), literal({ type, allows }));
    }
  }
}

function operationCode(operation: RowOperation): RowOperation | Code {
  if (!('convert' in operation)) return operation;
  const { name, parameters } = operation.by;
  const given = join([identifier('value'), ...parameters.map(literal)], ', ');
  return code`{ convert: ${operation.convert}, by: (value) => ${identifier(name)}(${given}) }`;
}

/** Names of the functions that steps call, sorted. */
export function stepFunctions(steps: readonly Step[]): string[] {
  return [...new Set(steps.map(({ kind }) => kind))].sort();
}

/** Not every service has this function: it stands in a module of its own. */
const carrying = 'carryRows';

/**
 * The file of a migration, as a formatter takes it.
 *
 * @param says what it is made from, one sentence
 */
export function migrationText(steps: readonly Step[], says: string): string {
  const names = stepFunctions(steps);
  const functions = join(names.filter((name) => name !== carrying).map(identifier), ', ');
  const converters = [
    ...new Set(
      steps.flatMap((step) =>
        step.kind === carrying
          ? step.operations.flatMap((each) => ('convert' in each ? each.by.name : []))
          : [],
      ),
    ),
  ].toSorted();
  const calls = steps.map((step) => `    ${stepCode(step).code},\n`).join('');
  const migrations = '../../runtime/storage/migrations';
  return (
    (names.includes(carrying)
      ? `import { ${carrying} } from '${migrations}/carry-rows.ts';\n`
      : '') +
    `import { ${functions.code === '' ? '' : `${functions.code}, `}type Migration } from '${migrations}/index.ts';\n` +
    (converters.length === 0
      ? ''
      : `import { ${join(converters.map(identifier), ', ').code} } from '../../runtime/versioning/converters.ts';\n`) +
    '\n' +
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
