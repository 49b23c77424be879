import { atKey, atValue, type Issue, type Path } from '../issue.ts';
import { own } from '../plain.ts';
import type { ResolvedField } from '../resolved.ts';
import type { Action, Condition, Transition } from '../schema.ts';
import { shown } from '../shown.ts';
import { resolveInput } from '../resolve/input.ts';
import { conditionIssues, isNeverMet } from './conditions.ts';
import type { Row } from './rows.ts';
import { unknownField } from './unique.ts';

type Guarded = Pick<Transition | Action, 'when' | 'input'> & { readonly from?: Transition['from'] };

/** Types whose values are looked at as a whole only: there is something or there is nothing. */
const unsearchable = new Set<string>(['text', 'json', 'binary', 'array', 'object', 'reference']);
/** Types whose values have an order that is that of their texts or of their numbers. */
const ordered = new Set<string>([
  'integer',
  'number',
  'long',
  'decimal',
  'date',
  'time',
  'date-time',
]);
const bounds = ['gte', 'gt', 'lte', 'lt'] as const;

/** Guards are about fields that exist, and some row can meet them. */
export function guardIssues(customOperation: Guarded, path: Path, row: Row): Issue[] {
  return Object.entries(customOperation.when ?? {}).flatMap(([name, condition]) => {
    const place = [...path, 'when', name];
    if (!row.names.includes(name)) return [atKey(place, unknownField(name, row.names))];
    const field = own(row.fields, name);
    if (field === undefined) return [];
    const kind = kindIssues(condition, name, field, place);
    if (kind.length > 0) return kind;
    const values = conditionIssues(condition, field, place);
    if (values.length > 0) return values;
    return [
      ...inputIssues(condition, customOperation, name, place),
      ...(name === row.state ? fromIssues(condition, customOperation, name, place) : []),
    ];
  });
}

/** Whether values of the field can be compared at all, and may be. */
function kindIssues(condition: Condition, name: string, field: ResolvedField, path: Path): Issue[] {
  const compared = comparisonsOf(condition);
  if (compared.length === 0) return [];
  const place =
    typeof condition === 'object' && !Array.isArray(condition)
      ? [...path, compared[0] ?? '']
      : path;
  if (field.writeOnly) {
    const message = `${shown(name)} is write-only, and who sees what can be done with the row would learn about its value; only { present: true } or { present: false } can be asked of it`;
    return [atValue(place, { code: 'write-only', message, allowed: ['present'] })];
  }
  if (unsearchable.has(field.type)) {
    const message = `${shown(name)} is of the type "${field.type}": its values are not compared; only { present: true } or { present: false } can be asked of it`;
    return [atValue(place, { code: 'not-comparable', message, allowed: ['present'] })];
  }
  const bound = bounds.find((key) => compared.includes(key));
  if (bound === undefined || ordered.has(field.type)) return [];
  const message = `${shown(name)} is of the type "${field.type}": its values have no order`;
  return [
    atKey([...path, bound], { code: 'not-comparable', message, allowed: ['present', 'not'] }),
  ];
}

/** The keys by which a condition looks at the value itself. */
function comparisonsOf(condition: Condition): string[] {
  if (typeof condition !== 'object' || Array.isArray(condition)) return ['value'];
  return Object.keys(condition).filter((key) => key !== 'present');
}

/** What is always sent along, or has a default where it is not, is always there. */
function inputIssues(condition: Condition, { input }: Guarded, name: string, path: Path): Issue[] {
  if (typeof condition !== 'object' || Array.isArray(condition)) return [];
  const sent = own(input, name);
  if (condition.present !== false || sent === undefined || sent.nullable === true) return [];
  if (sent.required !== true && !('default' in sent)) return [];
  const message =
    sent.required === true
      ? `"${name}" is required in this request, so it always has a value`
      : `"${name}" has its default where it is not sent along, so it is never without a value`;
  return [atValue([...path, 'present'], { code: 'impossible', message })];
}

/**
 * What is always sent along, or has a default where it is not, takes the place of what the row has: one of its values
 * has to meet the condition. The inputs and the conditions have no issue of their own.
 */
export function replacingIssues(
  { when = {}, input }: Guarded,
  path: Path,
  { written, fields }: Row,
): Issue[] {
  return Object.entries(when).flatMap(([name, condition]) => {
    const [sent, field] = [own(input, name), own(written, name)];
    if (sent === undefined || field === undefined || own(fields, name) === undefined) return [];
    const resolved = resolveInput(sent, field);
    const isAlwaysThere = resolved.required || resolved.default !== undefined;
    if (!isAlwaysThere || !isNeverMet(condition, resolved)) return [];
    const why = resolved.required
      ? 'is required in this request'
      : 'has its default where it is not sent along';
    const message = `"${name}" ${why}, and no value of this input meets the condition; change the condition or the values of the input`;
    return [atKey([...path, 'when', name], { code: 'impossible', message })];
  });
}

/** The state is the one that is left: a guard on it can only ask for less than `from` says. */
function fromIssues(condition: Condition, { from }: Guarded, name: string, path: Path): Issue[] {
  if (from === undefined) return [];
  const states: unknown[] = [from].flat();
  const isList = typeof condition !== 'object' || Array.isArray(condition);
  const left = isList
    ? states.filter((state) => [condition].flat().some((value) => value === state))
    : states.filter((state) => ![condition.not ?? []].flat().some((value) => value === state));
  if (left.length > 0) return [];
  const message = `"${name}" is ${states.map(shown).join(' or ')} when the transition is asked for, which this excludes`;
  return [atValue(path, { code: 'impossible', message, allowed: states.map(String) })];
}
