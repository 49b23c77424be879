import type { Fill } from '../definition.ts';
import type { Asking } from '../../evolution/asking.ts';
import { writtenFill, type ColumnNames } from './fills.ts';

/**
 * Where rows that are there find the row that they live in from now on.
 *
 * @returns null: nowhere, so that the migration is refused where there are rows; undefined: there is no answer yet
 */
export function parentFill(
  resource: string,
  parent: string,
  columns: ColumnNames,
  asked: Asking,
): Fill | null | undefined {
  return asked.ask<Fill | null>(
    {
      place: `resources.${resource}.parent`,
      text: `In which "${parent}" do the existing rows of "${resource}" live?`,
      help: `{"column": "FIELD"} for the field that refers to it, or {"sql": "EXPRESSION"} over the columns of the row; or null, and the migration is refused where there are rows.`,
      choices: [{ value: null, says: 'in none: the migration is refused where there are rows' }],
      isOpen: true,
    },
    (answer) =>
      answer === null
        ? { value: null }
        : (writtenFill(answer, columns) ?? {
            problem: `${JSON.stringify(answer)} is none of these`,
          }),
  );
}
