import { dayAfter, daysBetween } from '../specification/versions/lifetime.ts';
import { earliestDay, latestDay } from './days.ts';
import type { Standing } from './standing.ts';
import type { Timeline, TimelineVersion } from './timeline.ts';

export interface PictureOptions {
  /** Columns of the terminal. */
  readonly width: number;
  /** Colours a text; absent: none. */
  readonly paint?: (standing: Standing, text: string) => string;
}

/** How each part of a life is drawn; without colour they still differ. */
export const marks: Readonly<Record<Standing, string>> = {
  draft: ' ',
  active: '█',
  maintained: '▓',
  deprecated: '▒',
  limited: '░',
  sunset: '·',
  contracted: ' ',
};

const drawn = ['active', 'maintained', 'deprecated', 'limited', 'sunset'] as const;

/** One row for each version, a mark for today, and the years below: lines that are no longer than the terminal is wide. */
export function timelinePicture(
  timeline: Timeline,
  { width, paint = plain }: PictureOptions,
): string[] {
  const { today, versions } = timeline;
  const names = versions.map(({ label, standing }) => `${label}  ${standing}`);
  const margin = Math.max(...names.map((name) => name.length)) + 2;
  const axis = axisOf(timeline, Math.max(width - margin, 20));
  const now = axis.columnOf(today);
  const pad = ' '.repeat(margin);
  return [
    `${pad}${todayLine(now, today, axis.columns)}`,
    ...versions.map(
      (version, position) =>
        (names[position] ?? '').padEnd(margin) + rowOf(version, axis, now, paint),
    ),
    `${pad}${ruler(axis)}`.trimEnd(),
    `${pad}${years(axis)}`.trimEnd(),
    '',
    ...wrapped(
      drawn.map((standing) => `${paint(standing, marks[standing])} ${standing}`),
      drawn.map((standing) => standing.length + 2),
      width,
    ),
  ];
}

interface Axis {
  readonly from: string;
  readonly days: number;
  readonly columns: number;
  /** Counted from 0. */
  columnOf(day: string): number;
  /** The day at which a column begins. */
  dayAt(column: number): string;
}

/** From the first release to the last thing that is planned, with a twentieth of air behind it. */
function axisOf({ today, versions }: Timeline, columns: number): Axis {
  const days = versions.flatMap(({ periods }) => periods.map(({ from }) => from));
  const from = earliestDay(...days, today) ?? today;
  const last = latestDay(...days, today) ?? today;
  const span = Math.max(daysBetween(from, last), 90);
  const all = span + Math.ceil(span / 20);
  return {
    from,
    days: all,
    columns,
    columnOf: (day) => Math.min(Math.floor((daysBetween(from, day) * columns) / all), columns - 1),
    dayAt: (column) => dayAfter(from, Math.ceil((column * all) / columns)),
  };
}

function rowOf(
  { periods }: TimelineVersion,
  { columns, columnOf }: Axis,
  now: number,
  paint: NonNullable<PictureOptions['paint']>,
): string {
  const cells: Standing[] = Array.from({ length: columns }, () => 'draft');
  for (const { standing, from } of periods) cells.fill(standing, columnOf(from));
  const last = cells.findLastIndex((standing, column) => standing !== 'draft' || column === now);
  const shown = cells.slice(0, last + 1);
  let row = '';
  for (let column = 0; column < shown.length;) {
    const standing = shown[column] ?? 'draft';
    let end = column;
    while (end < shown.length && end !== now && shown[end] === standing) end += 1;
    if (end > column) row += paint(standing, marks[standing].repeat(end - column));
    if (end === now) row += '│';
    column = end === now ? end + 1 : end;
  }
  return row;
}

/** The date beside its mark, on the side on which it fits. */
function todayLine(now: number, today: string, columns: number): string {
  const text = `today ${today}`;
  if (now + text.length + 2 <= columns) return `${' '.repeat(now)}▼ ${text}`;
  const before = now - text.length - 1;
  return before < 0 ? `${' '.repeat(now)}▼` : `${' '.repeat(before)}${text} ▼`;
}

/** First columns of the years, as many as leave room for their numbers. */
function ticks({ from, days, columns, columnOf }: Axis): { year: string; column: number }[] {
  const first = Number(from.slice(0, 4));
  const last = Number(dayAfter(from, days).slice(0, 4));
  const step = Math.max(Math.ceil(((last - first + 1) * 6) / columns), 1);
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return all
    .filter((year) => year > first && (year - first) % step === 0)
    .map((number) => String(number).padStart(4, '0'))
    .map((year) => ({ year, column: columnOf(`${year}-01-01`) }))
    .filter(({ column }) => column <= columns - 4);
}

function ruler(axis: Axis): string {
  const cells = Array.from({ length: axis.columns }, () => '─');
  for (const { column } of ticks(axis)) cells[column] = '┬';
  return cells.join('');
}

function years(axis: Axis): string {
  return ticks(axis).reduce((line, { year, column }) => line.padEnd(column) + year, '');
}

/** Texts of known lengths, as many to a line as fit. */
function wrapped(texts: readonly string[], lengths: readonly number[], width: number): string[] {
  const lines: string[] = [];
  let length = Infinity;
  for (const [position, text] of texts.entries()) {
    const own = lengths[position] ?? 0;
    if (length + own + 3 > width) {
      lines.push(text);
      length = own;
    } else {
      lines[lines.length - 1] += `   ${text}`;
      length += own + 3;
    }
  }
  return lines;
}

function plain(_: Standing, text: string): string {
  return text;
}
