import { atKey, atValue, type Issue, type Path } from '../../specification/issue.ts';
import type {
  FlagChanges,
  FlagOperation,
  ResolvedField,
  ResolvedSpecification,
} from '../../specification/index.ts';
import { nearest } from '../../specification/nearest.ts';
import { defined, own } from '../../specification/plain.ts';
import { validateValue } from '../../specification/values/value.ts';
import type { LinkedStep } from '../compose/link.ts';
import type { FieldOperation } from '../steps/schema.ts';
import { memberAt, segmentsOf, type Member } from '../compose/members.ts';

/** What a flag cannot change, whatever the operations say. */
export function fitIssues(
  name: string,
  { resources }: FlagChanges,
  specification: ResolvedSpecification,
): Issue[] {
  const place: Path = ['versioning', 'flags', name, 'changes', 'resources'];
  return Object.entries(resources).flatMap(([resource, { operations }]) => {
    const at: Path = [...place, resource];
    const known = specification.resources[resource];
    if (known === undefined) return [unknownResource(at, resource, specification)];
    if (known.historyOf !== undefined) {
      const message = `what is kept of "${known.historyOf}" follows from its states, which a flag cannot change`;
      return [atKey(at, { code: 'not-of-flags', message })];
    }
    const emitted = (specification.events?.emit ?? []).find((each) => each.resource === resource);
    if (emitted !== undefined && specification.events?.data === 'full') {
      const message = `"${resource}.${emitted.event}" is sent to all subscribers in one shape, with or without the flag; write "data: thin" in events, leave the events of "${resource}" out of "emit", or change the resource in a version`;
      return [atKey(at, { code: 'not-of-flags', message })];
    }
    return operations.flatMap((operation, index) =>
      ofOperation(operation, [...at, 'operations', index], resource, specification),
    );
  });
}

function unknownResource(at: Path, name: string, { resources }: ResolvedSpecification): Issue {
  const allowed = Object.keys(resources);
  return atKey(at, {
    code: 'unknown-resource',
    message: `there is no resource "${name}"`,
    allowed,
    ...defined({ suggestion: nearest(name, allowed) }),
  });
}

function ofOperation(
  operation: FlagOperation,
  path: Path,
  resource: string,
  specification: ResolvedSpecification,
): Issue[] {
  const { states, authentication, resources } = specification;
  const [kind = ''] = Object.keys(operation);
  const at: Path = [...path, kind];
  const names = new Set(pathsOf(operation).map((each) => segmentsOf(each)[0]?.name ?? each));
  const refuse = (message: string) => [atKey(at, { code: 'not-of-flags', message })];
  const { field } = own(states, resource) ?? {};
  if (field !== undefined && names.has(field)) {
    return refuse(
      `"${field}" is the state of the resource, and states are called the same with and without a flag; rename them in a version`,
    );
  }
  const ruled = authentication.rules.find(
    (rule) => rule.resource === resource && names.has(rule.field),
  );
  if (ruled !== undefined) {
    return refuse(
      `a rule of authentication decides by "${ruled.field}", which is therefore the same for everybody; change it in a version`,
    );
  }
  const { fields = {} } = resources[resource] ?? {};
  const linked = [...names].find((name) => {
    const there = own(fields, name);
    return there !== undefined && holdsReference(there) && operation.rename === undefined;
  });
  const former = [...formerOf(operation)].some((each) => each.type === 'reference');
  if (linked !== undefined || former) {
    return refuse(
      `what refers to another resource can be renamed by a flag, and nothing else; change it in a version`,
    );
  }
  return [];
}

function* formerOf({ remove, retype, split, merge }: FlagOperation) {
  for (const each of [remove, retype, split]) if (each !== undefined) yield each.was;
  if (merge !== undefined) yield* Object.values(merge.was);
}

function holdsReference(field: ResolvedField): boolean {
  return field.type === 'reference';
}

/** Every path that an operation names, with the flag and without it. */
function pathsOf({
  rename,
  add,
  remove,
  retype,
  split,
  merge,
  move,
  map,
  ...others
}: FlagOperation) {
  const { require, nullable, default: initial } = others;
  return [
    rename?.from,
    rename?.to,
    add?.field,
    remove?.field,
    retype?.field,
    split?.field,
    ...(split?.into ?? []),
    ...(merge?.fields ?? []),
    merge?.into,
    move?.from,
    move?.to,
    map?.field,
    require?.field,
    nullable?.field,
    initial?.field,
  ].filter((path) => path !== undefined);
}

/** What is filled in is a value of its field, and nothing has to be there that the other shape has not. */
export function presenceIssues(step: LinkedStep, place: Path): Issue[] {
  return step.resources.flatMap(({ operations }) =>
    operations.flatMap(({ operation, path, older, newer }) => {
      const [kind = ''] = Object.keys(operation);
      const at: Path = [...place, ...path, kind];
      return [
        ...valueIssues(operation, at, older, newer),
        ...neededIssues(operation, at, older, newer),
      ];
    }),
  );
}

function valueIssues(
  { add, remove, require, nullable, default: initial, map }: FieldOperation,
  at: Path,
  older: readonly Member[],
  newer: readonly Member[],
): Issue[] {
  const validated = (
    key: string,
    path: string,
    shape: readonly Member[],
    value: unknown,
  ): Issue[] => {
    const field = memberAt(shape, path, shape === newer ? 'newest' : 'older')?.field;
    if (field === undefined || value === undefined) return [];
    const complaint = validateValue(field, value);
    return complaint === undefined
      ? []
      : [atValue([...at, key], { code: 'wrong-value', message: complaint })];
  };
  return [
    ...(add === undefined ? [] : validated('fill', add.field, newer, add.fill)),
    ...(remove === undefined ? [] : validated('value', remove.field, older, remove.value)),
    ...(require === undefined ? [] : validated('fill', require.field, newer, require.fill)),
    ...(nullable === undefined ? [] : validated('value', nullable.field, older, nullable.value)),
    ...(initial === undefined ? [] : validated('was', initial.field, newer, initial.was)),
    ...(map === undefined ? [] : validated('others', map.field, older, map.others)),
  ];
}

function neededIssues(
  { add, remove, split, merge }: FieldOperation,
  at: Path,
  older: readonly Member[],
  newer: readonly Member[],
): Issue[] {
  const then = (path: string) => memberAt(older, path, 'older')?.field;
  const now = (path: string) => memberAt(newer, path, 'newest')?.field;
  const missing = (key: string, message: string) => [
    atKey([...at, key], { code: 'missing-key', message }),
  ];
  if (add !== undefined && add.fill === undefined && isNeeded(now(add.field))) {
    return missing(
      'fill',
      `"${add.field}" is required; write "fill", what it is where somebody without the flag makes a row`,
    );
  }
  if (remove !== undefined && remove.value === undefined && isAlways(then(remove.field))) {
    return missing(
      'value',
      `"${remove.field}" always has a value without the flag; write "value", what is shown, or leave out "required"`,
    );
  }
  const [from, to] =
    split !== undefined
      ? [[split.field], split.into]
      : merge !== undefined
        ? [merge.fields, [merge.into]]
        : [[], []];
  const needed = to.find((path) => isNeeded(now(path)));
  if (needed !== undefined && !from.some((path) => isAlways(then(path)))) {
    const message = `"${needed}" is required with the flag, and what it is made of is not without it; write "required: true" there`;
    return [atKey([...at, 'was'], { code: 'missing-key', message })];
  }
  const shown = from.find((path) => isAlways(then(path)));
  if (shown !== undefined && !to.some((path) => isAlways(now(path)))) {
    const message = `"${shown}" always has a value without the flag, and what it is made of may have none; leave out "required" there`;
    return [atKey([...at, 'was'], { code: 'contradiction', message })];
  }
  return [];
}

/** Whether a client must send it. */
function isNeeded(field: ResolvedField | undefined): boolean {
  return field !== undefined && field.required && !field.readOnly && field.default === undefined;
}

/** Whether readers find a value always. */
function isAlways(field: ResolvedField | undefined): boolean {
  return field !== undefined && !field.nullable && (field.required || field.default !== undefined);
}
