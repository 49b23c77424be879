import type { Draw } from './draw.ts';
import { fieldOf, fieldsOf, type FieldContext } from './fields.ts';
import { states as stateNames, texts, verbs } from './names.ts';
import { valueOf, type Written } from './values.ts';

type Fields = Readonly<Record<string, Written>>;

/** A state machine whose states can all be reached. */
export function machineOf(draw: Draw, fields: Fields, context: FieldContext): Written {
  const states = draw.some(stateNames, 2).slice(0, draw.int(2, 4));
  const [initial = 'draft', ...others] = states;
  const names = draw.some(verbs, others.length + 1);
  const instants = Object.keys(fields).filter((name) =>
    ['date', 'date-time'].includes(String(fields[name]?.['type'])),
  );
  const transitions = names.slice(0, others.length + draw.int(0, 2)).map((name, position) => {
    const to = others[position] ?? draw.pick(states);
    const before = states.slice(0, Math.max(1, states.indexOf(to)));
    const from = draw.chance(0.4) ? draw.some(before, 1) : draw.pick(before);
    const timer: Written = !draw.chance(0.15)
      ? {}
      : instants.length > 0 && draw.chance(0.5)
        ? { at: draw.pick(instants) }
        : { after: draw.pick(['PT15M', 'P30D', 'P1W', 'PT1H30M']) };
    return [
      name,
      {
        from,
        to,
        ...draw.maybe('description', () => draw.pick(texts)),
        ...timer,
        ...whenAndInput(draw, fields, context, !('after' in timer || 'at' in timer)),
      },
    ] as const;
  });
  return {
    initial,
    ...draw.maybe('field', () => draw.pick(['status', 'phase', 'state'])),
    ...draw.maybe('history', () => draw.chance(0.8)),
    ...(draw.chance(0.2) ? { final: states.slice(-1) } : {}),
    transitions: Object.fromEntries(transitions),
  };
}

export function actionsOf(draw: Draw, fields: Fields, context: FieldContext): Written {
  const names = draw
    .some(['recalculate', 'reprice', 'check-again', 'notify', 'import', 'run'], 1)
    .slice(0, 2);
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        ...draw.maybe('description', () => draw.pick(texts)),
        ...draw.maybe('async', () => draw.chance(0.7)),
        ...whenAndInput(draw, fields, context, true),
      },
    ]),
  );
}

function whenAndInput(
  draw: Draw,
  fields: Fields,
  context: FieldContext,
  takesInput: boolean,
): Written {
  return {
    ...(draw.chance(0.5) ? draw.maybe('when', () => guardOf(draw, fields)) : {}),
    ...(takesInput ? draw.maybe('input', () => inputOf(draw, fields, context)) : {}),
  };
}

function inputOf(draw: Draw, fields: Fields, context: FieldContext): Written {
  const own = fieldsOf(draw, draw.int(1, 2), () => inputFieldOf(draw, context));
  const settable = Object.entries(fields);
  const [name, field] = settable.length > 0 ? draw.pick(settable) : ['', undefined];
  if (field === undefined || draw.chance(0.5)) return own;
  const {
    unique: _u,
    immutable: _i,
    readOnly: _r,
    onDelete: _o,
    readableBy: _a,
    writableBy: _b,
    ...kept
  } = field;
  return {
    ...own,
    [name]: draw.chance(0.5)
      ? kept
      : {
          type: kept['type'],
          ...('to' in kept ? { to: kept['to'] } : {}),
          ...('values' in kept ? { values: kept['values'] } : {}),
          ...('enum' in kept && draw.chance(0.5) ? { enum: kept['enum'] } : {}),
          ...('items' in kept ? { items: kept['items'] } : {}),
          ...('fields' in kept ? { fields: kept['fields'] } : {}),
        },
  };
}

/** A field as it can be sent along; one in five is a reference where there is anything to refer to. */
function inputFieldOf(draw: Draw, context: FieldContext): Written {
  if (context.resources.length === 0 || !draw.chance(0.2)) return fieldOf(draw, 'input', context);
  return {
    type: 'reference',
    to: draw.pick(context.resources),
    ...draw.maybe('required', () => draw.chance(0.5)),
    ...draw.maybe('nullable', () => draw.chance(0.5)),
    ...draw.maybe('description', () => draw.pick(texts)),
  };
}

const ordered = new Set(['integer', 'number', 'long', 'decimal', 'date', 'time', 'date-time']);
const opaque = new Set(['text', 'json', 'binary', 'array', 'object', 'reference']);

function guardOf(draw: Draw, fields: Fields): Written {
  const chosen = draw.some(Object.entries(fields), 1).slice(0, 2);
  return Object.fromEntries(
    chosen.map(([name, field]) => {
      const type = String(field['type']);
      if (opaque.has(type) || field['writeOnly'] === true || draw.chance(0.25))
        return [name, { present: draw.chance(0.8) }];
      const value = () => valueOf(draw, field) ?? 'x';
      if (ordered.has(type) && draw.chance(0.6))
        return [name, { [draw.pick(['gte', 'gt', 'lte', 'lt'])]: value() }];
      return [
        name,
        draw.pick([
          () => value(),
          () => [...new Set([value(), value()])],
          () => ({ not: value() }),
          () => ({ not: [value()] }),
        ])(),
      ];
    }),
  );
}
