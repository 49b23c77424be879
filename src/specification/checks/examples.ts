import { atKey, complainedValue, type Issue, type Path } from '../issue.ts';
import { own } from '../plain.ts';
import { resolveField } from '../resolve/field.ts';
import { stateField, statesOf } from '../resolve/states.ts';
import type { ResolvedField } from '../resolved.ts';
import type { Field, Resource } from '../schema.ts';
import { shown } from '../shown.ts';
import { judgeValue } from '../values/value.ts';
import { stateFieldName } from './rows.ts';
import { exampleCount, fieldNames, resourcesOf, type Subject } from './subject.ts';
import { uniqueExampleIssues } from './unique-examples.ts';
import { unknownField } from './unique.ts';

type Row = Readonly<Record<string, unknown>>;
type Judge = (value: unknown) => string | undefined;

/** Example rows are rows that the service would keep. Fields in `unclear` have issues of their own and are passed over. */
export function exampleIssues(subject: Subject, unclear: ReadonlySet<Field>): Issue[] {
  return resourcesOf(subject).flatMap(([name, resource]) => {
    const { examples = [] } = resource;
    if (examples.length === 0) return [];
    const path = ['resources', name, 'examples'];
    const judges = judgesOf(subject, name, resource, unclear);
    const rows = examples.flatMap((row, position) => rowIssues(row, [...path, position], judges));
    const missing = examples.flatMap((row, position) =>
      missingIssues(resource, row, [...path, position]),
    );
    const { rules = [] } = subject.sound.authentication ?? {};
    const within = rules.filter((rule) => rule.resource === name).map(({ field }) => field);
    return rows.concat(missing, uniqueExampleIssues(resource, path, within));
  });
}

function rowIssues(row: Row, path: Path, judges: ReadonlyMap<string, Judge>): Issue[] {
  return Object.entries(row).flatMap(([key, value]) => {
    const judge = judges.get(key);
    const place = [...path, key];
    return judge === undefined
      ? [atKey(place, unknownField(key, [...judges.keys()]))]
      : complainedValue(place, 'value', judge(value));
  });
}

function missingIssues(resource: Resource, row: Row, path: Path): Issue[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    if (field.required !== true || field.type === 'reference' || Object.hasOwn(row, name))
      return [];
    const message = `the example has no "${name}", which is required`;
    return [atKey([...path, name], { code: 'missing-key', message })];
  });
}

/** How to judge each member that a row may have: its fields and the name of its parent. */
function judgesOf(
  subject: Subject,
  name: string,
  resource: Resource,
  unclear: ReadonlySet<Field>,
): Map<string, Judge> {
  const judges = new Map<string, Judge>();
  const { parent } = resource;
  if (parent !== undefined) judges.set(parent, (value) => judgeRow(subject, parent, value));
  for (const key of fieldNames(subject, name)) {
    const field = own(resource.fields, key);
    const isClear = field !== undefined && !unclear.has(field);
    judges.set(key, isClear ? judgeOf(subject, resolveField(field)) : () => undefined);
  }
  const state = stateFieldName(subject, name);
  const machine = own(subject.sound.states, name);
  if (state !== undefined && !judges.has(state)) {
    const field = machine && stateField({ states: statesOf(machine), initial: machine.initial });
    judges.set(state, field === undefined ? () => undefined : judgeOf(subject, field));
  }
  return judges;
}

function judgeOf(subject: Subject, field: ResolvedField): Judge {
  if (field.type !== 'reference') return (value) => judgeValue(field, value);
  return (value) =>
    value === null && field.nullable ? undefined : judgeRow(subject, field.to, value);
}

/** A reference in an example is the number of an example row; where none are written there is one to be made up. */
function judgeRow(subject: Subject, target: string, value: unknown): string | undefined {
  if (own(subject.sound.resources, target) === undefined) return undefined;
  const rows = exampleCount(subject, target) ?? 1;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= rows) {
    return undefined;
  }
  const range = rows === 1 ? '1' : `1 to ${rows}`;
  return `${shown(value)} is not the number of an example of "${target}", ${range}`;
}
