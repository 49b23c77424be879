import type { Field } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import type { Ask } from '../ask.ts';
import { askChoice, askText } from '../asking.ts';
import { withoutField } from '../changes.ts';
import { problemOf } from '../checking.ts';
import { describeField, fieldLines } from '../describe-field.ts';
import { withField, type Draft } from '../draft.ts';
import { indented, printable } from '../printable.ts';
import { writeField } from '../shorthand/write.ts';
import { shownValue, typedValue } from './key-value.ts';
import { keysOf, type FieldKey } from './keys.ts';
import { lineProblem, withTyped } from './loop.ts';
import { shorthandHelp } from '../shorthand/help.ts';
import { readFields } from '../shorthand/read.ts';
import { withoutName } from '../without.ts';

/** Lets a field be chosen, and then what of it is to be changed. */
export async function askDetails(ask: Ask, draft: Draft, resource: string): Promise<Draft> {
  const fields = draft.resources[resource]?.fields ?? {};
  const width = Math.max(0, ...Object.keys(fields).map((name) => name.length));
  const name = await askChoice(ask, {
    message: 'Which field?',
    help: {
      text: 'The field whose limits, default, description and the like are to be changed.',
      example: 'total, to say that it is without tax',
    },
    choices: Object.entries(fields).map(([value, field]) => ({
      value,
      name: `${value.padEnd(width)}  ${describeField(field)}`,
      short: value,
    })),
  });
  return askField(ask, draft, resource, name);
}

async function askField(ask: Ask, draft: Draft, resource: string, name: string): Promise<Draft> {
  let answered = draft;
  let last: string | undefined;
  for (;;) {
    const field = own(answered.resources[resource]?.fields, name);
    if (field === undefined) return answered;
    const keys = keysOf(field.type);
    const chosen = await askChoice(ask, {
      message: `${printable(name)}: change what?`,
      help: {
        text: 'Each row is a key of the field in service.yaml, with its value where it has one; the line below the list says what it means.',
        example: 'pattern, to allow only references such as AB-123456',
      },
      choices: [
        { value: ':done', name: 'nothing more', short: 'nothing' },
        {
          value: ':again',
          name: `type it again: ${printable(writeField(name, field))}`,
          short: 'the whole',
        },
        ...keys.map((key) => keyChoice(key, field)),
        { value: ':remove', name: `remove ${printable(name)}`, short: 'remove it' },
      ],
      default: last,
    });
    if (chosen === ':done') return answered;
    if (chosen === ':remove') {
      const removed = withoutField(answered, resource, name);
      // What has it as a condition or an instant would be another thing without it.
      const problem = problemOf(answered, removed, ({ path }) => path[0] === 'resources');
      if (problem === undefined) return removed;
      ask.say(indented(`Not so: ${problem}`));
      continue;
    }
    last = chosen;
    const key = keys.find((each) => each.name === chosen);
    answered = await (key === undefined
      ? askAgain(ask, answered, resource, name)
      : askKey(ask, answered, resource, { name, field, key }));
    for (const line of fieldLines({
      [name]: own(answered.resources[resource]?.fields, name) ?? field,
    }))
      ask.say(line);
  }
}

function keyChoice(key: FieldKey, field: Field) {
  const present = valueIn(field, key.name);
  const value = present === undefined ? '' : ` = ${printable(shownValue(key, present))}`;
  return {
    value: key.name,
    name: `${key.name}${value}`,
    short: key.name,
    description: key.description,
  };
}

async function askKey(
  ask: Ask,
  draft: Draft,
  resource: string,
  { name, field, key }: { name: string; field: Field; key: FieldKey },
): Promise<Draft> {
  const present = valueIn(field, key.name);
  const changed = (text: string): Draft =>
    withField(draft, resource, name, withValue(field, key.name, typedValue(key, text)));
  if (key.kind === 'yes-no') return allowed(ask, draft, changed(present === true ? '' : 'yes'));
  if (key.kind === 'words') {
    const choices = ['', ...key.words].map((value) => ({ value, name: value || 'none' }));
    const defaultValue = shownValue(key, present);
    const help = { text: key.description, example: key.words };
    const word = await askChoice(ask, { message: key.name, help, choices, default: defaultValue });
    return allowed(ask, draft, changed(word));
  }
  const text = await askText(ask, {
    message: `${key.name} (empty: none)`,
    help: { text: key.description, example: key.example },
    default: shownValue(key, present),
    check: (typed) => problemOf(draft, changed(typed)),
  });
  return changed(text);
}

/** The draft after a change, or as it was with what is wrong with the change. */
function allowed(ask: Ask, before: Draft, after: Draft): Draft {
  const problem = problemOf(before, after);
  if (problem === undefined) return after;
  ask.say(indented(`Not so: ${problem}`));
  return before;
}

async function askAgain(ask: Ask, draft: Draft, resource: string, name: string): Promise<Draft> {
  const field = own(draft.resources[resource]?.fields, name);
  const typed = await askText(ask, {
    message: 'Field (Tab to edit)',
    help: shorthandHelp,
    default: field === undefined ? name : writeField(name, field),
    check: (line) => againProblem(draft, resource, name, line),
  });
  return readFields(typed).reduce((sofar, each) => withTyped(sofar, resource, each), draft);
}

function againProblem(
  draft: Draft,
  resource: string,
  name: string,
  line: string,
): string | undefined {
  const [only, ...others] = readFields(line);
  const same = only !== undefined && only.kind !== 'mistake' && only.name === name;
  if (others.length > 0 || (!same && only?.kind !== 'mistake')) {
    return `Type the one field ${printable(name)}.`;
  }
  return lineProblem(draft, resource, line);
}

function valueIn(field: Field, key: string): unknown {
  const keys: Readonly<Record<string, unknown>> = { ...field };
  return own(keys, key);
}

/** Not yet checked. */
function withValue(field: Field, key: string, value: unknown): Field {
  return {
    ...withoutName({ ...field }, key),
    ...(value === undefined ? {} : { [key]: value }),
  } as Field;
}
