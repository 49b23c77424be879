import type { FieldOperation } from '../../steps/schema.ts';
import { hasOtherDefault, lacksValue, mayLose } from '../../verify/presence.ts';
import { placeOf, valueChoices, valueOf, type About } from '../about.ts';
import type { Pair } from './differences.ts';

/** What is required, may be missing, or has another default. */
export function draftPresence({ path, older, newer }: Pair, about: About): FieldOperation[] {
  const operations: FieldOperation[] = [];
  // No value can stand for one that no two rows share.
  if (lacksValue(older, newer) && !newer.unique) {
    const fill = askFill({ path, field: newer }, about);
    if (fill !== undefined) operations.push({ require: { field: path, fill: fill.value } });
  }
  if (!about.isInput && mayLose(older, newer)) {
    const shown = shownFor({ path, older, newer }, about);
    if (shown !== undefined) operations.push({ nullable: { field: path, value: shown.value } });
  }
  if (hasOtherDefault(older, newer)) {
    operations.push({ default: { field: path, was: older.default } });
  }
  return operations;
}

function shownFor({ path, older }: Pair, about: About) {
  if (older.default !== undefined) return { value: older.default };
  return about.asked.ask(
    {
      place: placeOf(about, path, 'shown'),
      text: `What are clients of the older version shown for "${path}" ${about.whose} where it has no value now?`,
      help: `A value of the field (${older.type}), which the older version always has.`,
      choices: valueChoices(older),
      isOpen: true,
    },
    valueOf(older),
  );
}

/** What the newer version needs and clients of the older one do not send. */
export function askFill({ path, field }: { path: string; field: Pair['newer'] }, about: About) {
  return about.asked.ask(
    {
      place: placeOf(about, path, 'fill'),
      text: `What does "${path}" ${about.whose} have, which is required now, where a client of the older version does not send it?`,
      help: `A value of the field (${field.type}); rows that are there without one get it too.`,
      choices: valueChoices(field),
      isOpen: true,
    },
    valueOf(field),
  );
}
