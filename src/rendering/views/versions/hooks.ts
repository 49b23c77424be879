import type { LinkedStep } from '../../../evolution/compose/link.ts';
import { hookName } from '../../../evolution/compose/hooks.ts';
import { lastName, memberAt, type Member } from '../../../evolution/compose/members.ts';
import type { FieldOperation } from '../../../evolution/steps/schema.ts';
import { sampleOf } from '../../../model/samples/sample.ts';
import type { ResolvedField } from '../../../specification/index.ts';
import { unwrittenMessage } from '../../../evolution/draft/hooks.ts';
import { code, identifier, join, type Code } from '../../code.ts';

interface Side {
  readonly name: string;
  readonly field: ResolvedField;
}

/** Something between two versions that a person decides. */
interface Hook {
  readonly name: string;
  readonly what: string;
  readonly older: readonly Side[];
  readonly newer: readonly Side[];
  readonly up: boolean;
  readonly down: boolean;
}

/** What people decide in a step, in the order in which it is written. */
export function hooksOf({ resources }: LinkedStep): Hook[] {
  const all = resources.flatMap(({ newer: resource, operations, customOperations }) =>
    [...operations, ...customOperations.flatMap(({ operations }) => operations)].flatMap(
      ({ operation, older, newer }) => hookOf(resource, operation, older, newer),
    ),
  );
  return [...new Map(all.map((each) => [each.name, each])).values()];
}

function hookOf(
  resource: string,
  { add, remove, retype, split, merge }: FieldOperation,
  older: readonly Member[],
  newer: readonly Member[],
): Hook[] {
  const before = (paths: readonly string[]) => sidesOf(older, paths, 'older');
  const after = (paths: readonly string[]) => sidesOf(newer, paths, 'newest');
  const about = (path: string) => ({
    name: hookName(resource, path),
    what: `"${path}" of ${resource.replaceAll('-', ' ')}`,
  });
  if (add?.by !== undefined) {
    return [
      {
        ...about(add.field),
        older: everything(older),
        newer: after([add.field]),
        up: true,
        down: false,
      },
    ];
  }
  if (remove?.by !== undefined) {
    return [
      {
        ...about(remove.field),
        older: before([remove.field]),
        newer: everything(newer),
        up: false,
        down: true,
      },
    ];
  }
  if (retype?.by === 'hook') {
    const { field } = retype;
    return [
      { ...about(field), older: before([field]), newer: after([field]), up: true, down: true },
    ];
  }
  if (split?.by !== undefined) {
    return [
      {
        ...about(split.field),
        older: before([split.field]),
        newer: after(split.into),
        up: true,
        down: true,
      },
    ];
  }
  if (merge?.by !== undefined) {
    return [
      {
        ...about(merge.into),
        older: before(merge.fields),
        newer: after([merge.into]),
        up: true,
        down: true,
      },
    ];
  }
  return [];
}

function everything(members: readonly Member[]): Side[] {
  return members.map(({ name, field }) => ({ name, field }));
}

function sidesOf(
  members: readonly Member[],
  paths: readonly string[],
  side: 'older' | 'newest',
): Side[] {
  return paths.flatMap((path) => {
    const field = memberAt(members, path, side)?.field;
    return field === undefined ? [] : [{ name: lastName(path), field }];
  });
}

/** The file in which a person decides. */
export function hooksView(step: LinkedStep) {
  const { from, to } = versionsOf(step);
  return {
    from,
    to,
    hooks: hooksOf(step).map(({ name, what, older, newer, up, down }) => ({
      name: identifier(name),
      what,
      older: typeOf(older),
      newer: typeOf(newer),
      up,
      down,
      upError: unwrittenMessage(step.name, name, 'up'),
      downError: unwrittenMessage(step.name, name, 'down'),
    })),
  };
}

/** A test to begin with. */
export function hookTestView(step: LinkedStep) {
  const { from, to } = versionsOf(step);
  return {
    from,
    to,
    file: `${step.name}.hooks`,
    hooks: hooksOf(step).map(({ name, what, older, newer, up }) => ({
      name: identifier(name),
      what,
      older: up ? samplesOf(older) : samplesOf(newer),
      direction: identifier(up ? 'up' : 'down'),
    })),
  };
}

function versionsOf({ name }: LinkedStep) {
  const [from = '', to = ''] = name.split('-to-');
  return { from, to };
}

function samplesOf(sides: readonly Side[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(sides.map(({ name, field }) => [name, sampleOf(field, 0, name)]));
}

/** Any member may be missing: not everybody sees all of them. */
export function typeOf(sides: readonly Side[]): Code {
  const members = sides.map(({ name, field }) => member(name, field));
  return code`{ ${join(members, '; ')} }`;
}

function member(name: string, field: ResolvedField): Code {
  return code`readonly ${identifier(name)}?: ${valueType(field)} | undefined`;
}

function valueType(field: ResolvedField): Code {
  const type = plainType(field);
  return field.nullable ? code`${type} | null` : type;
}

function plainType(field: ResolvedField): Code {
  switch (field.type) {
    case 'integer':
    case 'number':
      return code`number`;
    case 'boolean':
      return code`boolean`;
    case 'json':
      return code`unknown`;
    case 'array':
      return code`readonly (${plainType(field.items)})[]`;
    case 'object':
      return typeOf(Object.entries(field.fields).map(([name, each]) => ({ name, field: each })));
    default:
      return code`string`;
  }
}
