import type {
  Expression,
  ObjectExpression,
  PartExpression,
  Root,
  Table,
} from '../../../evolution/compose/expression.ts';
import { isAbsent, isPlain } from '../../../evolution/compose/expression.ts';
import { capitalized } from '../../../specification/names/casing.ts';
import { own } from '../../../specification/plain.ts';
import type { ResolvedField } from '../../../specification/index.ts';
import { code, identifier, join, literal, type Code } from '../../code.ts';
import type { Used } from './used.ts';

type Fields = Readonly<Record<string, ResolvedField>>;

/** How the roots are called where an expression is printed, by depth, and what they have. */
export interface Naming {
  readonly newest: readonly string[];
  readonly older: readonly string[];
  readonly shown: readonly string[];
  readonly fields: {
    readonly newest: readonly (Fields | undefined)[];
    readonly older: readonly (Fields | undefined)[];
  };
  /** Of what is answered there may be much: its objects are written as they are. */
  readonly isAnswer: boolean;
  /** TypeScript knows no type of the members that clients send: the schema has checked them. */
  readonly isUntyped?: boolean;
  /** Whether a member of a resource, or of what is sent, has a value always. */
  isCertain(field: ResolvedField, side: Root['side']): boolean;
}

function fieldAt(of: Expression, { fields }: Naming): ResolvedField | undefined {
  if (of.kind !== 'member') return undefined;
  if (of.of.kind === 'root') return own(fields[of.of.side][of.of.depth], of.name);
  const parent = fieldAt(of.of, { fields } as Naming);
  return parent?.type === 'object' ? own(parent.fields, of.name) : undefined;
}

function isPresent(of: Expression, naming: Naming): boolean {
  if (of.kind !== 'member') return of.kind === 'root';
  const field = fieldAt(of, naming);
  if (field === undefined) return false;
  if (of.of.kind === 'root' && of.of.depth === 0) return naming.isCertain(field, of.of.side);
  return field.required && !field.nullable && isPresent(of.of, naming);
}

/** `hooks1To2` */
export function hooksName(step: string): string {
  return `hooks${step.replaceAll('-to-', 'To').replaceAll('-', '')}`;
}

const items = ['each', 'inner', 'innermost'];
const itemName = (depth: number) => items[depth - 1] ?? `item${String(depth)}`;

type MapExpression = Expression & { readonly kind: 'map' };

/** Whether values with other names are so few that they are said where they are needed; more are looked up. */
export function areFew(table: Table): boolean {
  return Object.keys(table).length <= 2;
}

function isChoice({ of, table }: MapExpression, naming: Naming): boolean {
  const field = fieldAt(of, naming);
  return (
    field?.type === 'enum' &&
    areFew(table) &&
    Object.keys(table).every((name) => field.values.includes(name))
  );
}

/** A value, or what it is called instead. */
export function choiceCode(value: Code, table: Table): Code {
  const choices = Object.entries(table).map(
    ([name, other]) => code`${value} === ${name} ? ${other} : `,
  );
  return code`(${join(choices, '')}${value})`;
}

/** What names for the values of something are called: of the newest version, those that the other has for them. */
function tableName(of: Expression, last?: string): string {
  switch (of.kind) {
    case 'member':
      return tableName(of.of, last ?? of.name);
    case 'map':
    case 'convert':
    case 'fallback':
      return tableName(of.of, last);
    case 'root': {
      const member = last ?? 'value';
      return of.side === 'newest' ? `${member}Names` : `newest${capitalized(member)}Names`;
    }
    default:
      return `${last ?? 'value'}Names`;
  }
}

/** An expression as TypeScript. */
export function expressionCode(of: Expression, naming: Naming, used: Used): Code {
  const inner = (each: Expression) => expressionCode(each, naming, used);
  switch (of.kind) {
    case 'root':
      return identifier(naming[of.side][of.depth] ?? '');
    case 'member':
      if (of.of.kind === 'root') return code`${inner(of.of)}.${identifier(of.name)}`;
      return isUntyped(of.of, naming)
        ? code`${used.call('membersOf', inner(of.of))}?.${identifier(of.name)}`
        : code`${inner(of.of)}?.${identifier(of.name)}`;
    case 'value':
      return of.value === undefined ? identifier('undefined') : literal(of.value);
    case 'absent':
      return identifier('undefined');
    case 'convert':
      return of.call.converter.name === 'numberOf' && isNumeral(of.of, naming)
        ? code`(${identifier('Number')}(${inner(of.of)}) + 0)`
        : used.call(of.call.converter.name, inner(of.of), ...of.call.parameters);
    case 'map':
      return isChoice(of, naming)
        ? choiceCode(inner(of.of), of.table)
        : used.call('renamed', inner(of.of), used.table(tableName(of.of), of.table));
    case 'fallback': {
      const each = inner(of.of);
      if (of.when === 'null' && of.value === undefined) {
        return code`(${each} ?? undefined)`;
      }
      if (of.when === 'null') return code`(${each} === null ? ${of.value} : ${each})`;
      return of.when === 'nothing'
        ? code`(${each} ?? ${of.value})`
        : used.call('orDefault', each, of.value);
    }
    case 'join':
      return used.call(
        of.missing.at(-1) === '' ? 'joinedToEnd' : 'joined',
        of.separator,
        ...of.parts.map(inner),
      );
    case 'part':
      return used.call('partOf', inner(of.of), of.separator, of.index, of.count, missingCode(of));
    case 'object': {
      if (of.presence === 'any') return used.call('someOf', bareObject(of.members, naming, used));
      if (of.presence === 'always') return objectCode(of.members, naming, used);
      const list = (all: readonly Expression[]) => code`[${join(all.map(inner), ', ')}]`;
      const object =
        of.movedIn === undefined
          ? code`(${inner(of.presence)} && ${objectCode(of.members, naming, used)})`
          : used.call(
              'withMovedIn',
              inner(of.presence),
              list(of.movedIn),
              bareObject(of.members, naming, used),
            );
      return of.movedOut === undefined
        ? object
        : used.call('withoutMovedOut', object, list(of.movedOut));
    }
    case 'list': {
      const [name, naming_] = deeper(naming, of.of);
      const item = expressionCode(of.item, naming_, used);
      const body = of.item.kind === 'object' ? code`(${item})` : item;
      const each = code`(${identifier(name)}) => ${body}`;
      const list = inner(of.of);
      const made =
        fieldAt(of.of, naming)?.nullable === true
          ? code`(${list} && ${list}.map(${each}))`
          : code`${list}?.map(${each})`;
      return of.isSet === true ? used.call('distinct', made) : made;
    }
    case 'hook': {
      used.hooks.add(of.step);
      used.hookCalls += 1;
      const given = of.given.map(([name, each]) => code`${identifier(name)}: ${inner(each)}`);
      const hook = join([hooksName(of.step), of.name].map(identifier), '.');
      return code`${identifier('once')}(${hook}, ${of.direction}, { ${join(given, ', ')} }).${identifier(of.pick)}`;
    }
    case 'added':
      return inner(of.fresh);
    case 'kept':
      return code`(${join(sameCode(of.sources, naming, used), ' && ')} ? ${inner(of.stored)} : ${inner(of.changed)})`;
    case 'items':
      return itemsCode(of, naming, used);
    case 'choice': {
      const cases = of.cases.map(
        ([each, then]) => code`${inner(of.on)} === ${each} ? ${inner(then)} : `,
      );
      return code`(${join(cases, '')}${inner(of.otherwise)})`;
    }
    case 'either':
      return code`(${inner(of.first)} ?? ${inner(of.second)})`;
  }
}

/** Whether it is a member of what has no type, so that nothing is known of its own members. */
function isUntyped(of: Expression, naming: Naming): boolean {
  if (of.kind !== 'member') return false;
  const { of: container } = of;
  if (container.kind === 'root') return naming.isUntyped === true && container.depth === 0;
  if (container.kind === 'convert') return container.call.converter.name === 'membersOf';
  return isUntyped(container, naming);
}

function missingCode({ missing }: PartExpression): Code {
  return missing === undefined ? identifier('undefined') : literal(missing);
}

function sameCode(all: readonly Expression[], naming: Naming, used: Used): Code[] {
  const shown: Naming = { ...naming, older: naming.shown };
  return all.map((each) =>
    used.call('isSame', expressionCode(each, naming, used), expressionCode(each, shown, used)),
  );
}

function deeper(naming: Naming, list: Expression): [string, Naming] {
  const name = itemName(naming.newest.length);
  const inside = itemFields(list, naming);
  return [
    name,
    {
      ...naming,
      newest: [...naming.newest, name],
      older: [...naming.older, name],
      shown: [...naming.shown, name],
      fields: {
        newest: [...naming.fields.newest, inside],
        older: [...naming.fields.older, inside],
      },
    },
  ];
}

function itemFields(list: Expression, naming: Naming): Fields | undefined {
  const field = fieldAt(list, naming);
  return field?.type === 'array' && field.items.type === 'object' ? field.items.fields : undefined;
}

function itemsCode(of: Expression & { readonly kind: 'items' }, naming: Naming, used: Used): Code {
  const [name, one] = deeper(naming, of.stored);
  const [, sent] = deeper(naming, of.of);
  const [seen, shown] = [`seen${capitalized(name)}`, `shown${capitalized(name)}`];
  const replacing: Naming = {
    ...naming,
    newest: [...naming.newest, seen],
    older: [...naming.older, name],
    shown: [...naming.shown, shown],
    fields: { newest: one.fields.newest, older: sent.fields.older },
  };
  const lambda = (names: readonly string[], body: Code) =>
    code`(${join(names.map(identifier), ', ')}) => (${body})`;
  const replaced = expressionCode(of.replaced, replacing, used);
  const names = [name, seen, shown];
  const last = names.findLastIndex((each) => new RegExp(`\\b${each}\\b`).test(replaced.code));
  const made = used.call(
    'itemsOf',
    expressionCode(of.of, naming, used),
    expressionCode(of.stored, naming, used),
    code`{
      down: ${lambda([name], expressionCode(of.down, { ...one, isAnswer: true }, used))},
      create: ${lambda([name], expressionCode(of.fresh, sent, used))},
      replace: ${lambda(names.slice(0, last + 1), replaced)},
    }`,
  );
  return of.isSet === true ? used.call('distinct', made) : made;
}

/** An object in which no member has the value undefined. */
export function objectCode(
  members: readonly (readonly [string, Expression])[],
  naming: Naming,
  used: Used,
): Code {
  if (naming.isAnswer) return answerCode(members, naming, used);
  const isSafe = members.every(([, each]) => isAbsent(each) || isCertain(each, naming));
  const object = bareObject(members, naming, used);
  return isSafe ? object : used.call('present', object);
}

function bareObject(
  members: readonly (readonly [string, Expression])[],
  naming: Naming,
  used: Used,
): Code {
  const all = members
    .filter(([, each]) => !isAbsent(each))
    .map(([name, each]) => code`${identifier(name)}: ${expressionCode(each, naming, used)}`);
  return all.length === 0 ? code`{}` : code`{ ${join(all, ', ')} }`;
}

/** Statements that return an object as `objectCode` writes it, of which a list shows many. */
export function answerBody(
  members: readonly (readonly [string, Expression])[],
  type: Code,
  naming: Naming,
  used: Used,
): Code {
  const sure = members.filter(([, each]) => isCertain(each, naming));
  const others = members.filter(([, each]) => !isAbsent(each) && !isCertain(each, naming));
  if (others.length === 0 || others.some(isWorkedOut)) {
    return code`return ${answerCode(members, naming, used)};`;
  }
  // To spread what may be missing into the object would take as long as all the rest.
  const assignments = others.map(([name, each]) => {
    const value = expressionCode(each, naming, used);
    const assignment = code`shown.${identifier(name)} = ${value};`;
    const isShort = each.kind === 'member';
    return code`if (${presenceCode(each, naming, used)}) ${isShort ? assignment : code`{ ${assignment} }`}`;
  });
  return code`const shown: Record<string, unknown> = ${bareObject(sure, naming, used)};
    ${join(assignments, '\n')}
    return shown as ${type};`;
}

/** Of what is answered there may be much: no member is looked at twice. */
function answerCode(
  members: readonly (readonly [string, Expression])[],
  naming: Naming,
  used: Used,
): Code {
  const all = members.filter(([, each]) => !isAbsent(each));
  // What has to be worked out before it is known whether there is anything is worked out once.
  const uncertain = all.filter(([, each]) => !isCertain(each, naming));
  if (uncertain.some(isWorkedOut)) return used.call('present', bareObject(all, naming, used));
  const printed = all.map(([name, each]) => {
    const member = code`${identifier(name)}: ${expressionCode(each, naming, used)}`;
    return isCertain(each, naming)
      ? member
      : code`...(${presenceCode(each, naming, used)} && { ${member} })`;
  });
  return printed.length === 0 ? code`{}` : code`{ ${join(printed, ', ')} }`;
}

function isWorkedOut([, each]: readonly [string, Expression]): boolean {
  return isUndefinedWith(each).length === 0;
}

function presenceCode(of: Expression, naming: Naming, used: Used): Code {
  const tests = isUndefinedWith(of).map(
    (path) => code`${expressionCode(path, naming, used)} !== undefined`,
  );
  return join(tests, ' && ');
}

/** The one member without which an expression has no value, and with which it has one; none where it is another matter. */
function isUndefinedWith(of: Expression): Expression[] {
  switch (of.kind) {
    case 'member':
      return isPlain(of) ? [of] : [];
    case 'convert':
      return of.call.converter.name === 'firstOf' ? [] : isUndefinedWith(of.of);
    case 'part':
      return mayBeMissing(of) ? [] : isUndefinedWith(of.of);
    case 'map':
    case 'list':
      return isUndefinedWith(of.of);
    case 'object':
      return typeof of.presence === 'string' || isMoved(of) ? [] : isUndefinedWith(of.presence);
    default:
      return [];
  }
}

/** Whether values have moved into an object, or out of it, so that it is there without its own one, or the other way round. */
function isMoved({ movedIn, movedOut }: ObjectExpression): boolean {
  return movedIn !== undefined || movedOut !== undefined;
}

/** Whether a text with fewer parts has no such part. */
function mayBeMissing({ index, missing }: PartExpression): boolean {
  return index > 0 && missing === undefined;
}

/** Whether there is a value always, never null, and a number or the text of one. */
function isNumeral(of: Expression, naming: Naming): boolean {
  const field = fieldAt(of, naming);
  if (field === undefined || field.type === 'string' || field.type === 'text') return false;
  return field.required && !field.nullable && isCertain(of, naming);
}

/** Whether there is a value always. */
function isCertain(of: Expression, naming: Naming): boolean {
  switch (of.kind) {
    case 'root':
      return true;
    case 'value':
      return of.value !== undefined;
    case 'member':
      return isPresent(of, naming);
    case 'convert':
      return of.call.converter.name !== 'firstOf' && isCertain(of.of, naming);
    case 'part':
      return !mayBeMissing(of) && isCertain(of.of, naming);
    case 'map':
    case 'list':
      return isCertain(of.of, naming);
    case 'fallback':
      return of.value !== undefined && (of.when !== 'null' || isCertain(of.of, naming));
    case 'join':
      return of.parts.some((each) => isCertain(each, naming));
    case 'object':
      if (typeof of.presence === 'string') return of.presence === 'always';
      return !isMoved(of) && isCertain(of.presence, naming);
    default:
      return false;
  }
}
