import type { FieldOperation } from '../../evolution/steps/schema.ts';
import type { Column } from '../definition.ts';
import { operationsOf, type TableChange } from './table-change.ts';

/** The values of before, as the open step says: between truths and words only it knows them. */
export function retypeOf(
  change: TableChange,
  name: string,
  from: Column,
  to: Column,
): { readonly sql: string } | undefined {
  const operations = operationsOf(change);
  const column = change.resource?.fields.find((each) => each.name === name)?.column ?? name;
  for (const [index, { retype }] of operations.entries()) {
    const { by, values: [no, yes] = [] } = retype ?? {};
    if (retype === undefined || no === undefined || yes === undefined) continue;
    if (nowCalled(retype.field, operations.slice(index + 1)) !== name) continue;
    if (by === 'boolean-to-enum' && from.type === 'boolean' && to.type === 'text') {
      return {
        sql: `case when "${column}" then ${sqlText(yes)} when not "${column}" then ${sqlText(no)} end`,
      };
    }
    if (by === 'enum-to-boolean' && from.type === 'text' && to.type === 'boolean') {
      return { sql: `"${column}" = ${sqlText(yes)}` };
    }
  }
  return undefined;
}

/** What later operations call a field. */
function nowCalled(field: string, later: readonly FieldOperation[]): string {
  return later.reduce((name, { rename }) => (rename?.from === name ? rename.to : name), field);
}

function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
