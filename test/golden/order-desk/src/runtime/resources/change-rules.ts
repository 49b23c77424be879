import { pascalCase } from '../states/names.ts';
import type { RuleContext } from './rules.ts';

type Result = void | Promise<void>;

/**
 * Rules around the transitions and actions of one kind of resource, by their names: `beforeSubmit`, `afterSubmit`. All
 * are optional. The draft is what is about to be kept, with what the input sets and with the state that is entered.
 *
 * @typeParam Inputs what a client sends along with each of them, by its name in camel case
 */
export type ChangeRules<Stored, Draft, Inputs, Tables> = {
  [Name in keyof Inputs & string as `before${Capitalize<Name>}`]?: ChangeRule<
    Draft,
    Stored,
    Tables,
    Inputs[Name]
  >;
} & {
  [Name in keyof Inputs & string as `after${Capitalize<Name>}`]?: ChangeRule<
    Stored,
    Stored,
    Tables,
    Inputs[Name]
  >;
};

/** @param row the draft, or the row as it was changed */
export type ChangeRule<Row, Stored, Tables, Input = object> = (
  row: Row,
  stored: Stored,
  input: Input,
  context: RuleContext<Tables>,
) => Result;

/** The rule of this name: `before` and `mark-paid` are `beforeMarkPaid`. */
export function changeRule<Row, Stored, Tables>(
  rules: object,
  moment: 'before' | 'after',
  name: string,
): ChangeRule<Row, Stored, Tables> | undefined {
  const rule: unknown = Reflect.get(rules, moment + pascalCase(name));
  return typeof rule === 'function'
    ? (rule.bind(rules) as ChangeRule<Row, Stored, Tables>)
    : undefined;
}
