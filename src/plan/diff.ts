/** One line of a comparison: kept, removed or added. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Beyond this many changed lines the shortest script is not searched: all goes out, all comes in. */
const LONGEST_SCRIPT = 1000;
const NO_NEWLINE = '\\ No newline at end of file';

/** The shortest way from one text to the other, line by line (Myers, "An O(ND) Difference Algorithm", 1986). */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  const rest = Math.min(a.length, b.length) - start;
  while (end < rest && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [
    ...toLines(' ', a.slice(0, start)),
    ...diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...toLines(' ', a.slice(a.length - end)),
  ];
}

/** A unified diff with three lines of context, without the two lines that name the files; empty if the texts are equal. */
export function unifiedDiff(before: string, after: string, context = 3): string {
  const lines = diffLines(before, after);
  const changed = lines.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]));
  const hunks: { from: number; to: number }[] = [];
  for (const index of changed) {
    const last = hunks.at(-1);
    const from = Math.max(0, index - context);
    const to = Math.min(lines.length, index + context + 1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks.map(({ from, to }) => formatHunk(lines, from, to)).join('');
}

function formatHunk(lines: readonly DiffLine[], from: number, to: number): string {
  const range = (sign: '-' | '+'): string => {
    const isOn = (line: DiffLine): boolean => line.sign === ' ' || line.sign === sign;
    const before = lines.slice(0, from).filter(isOn).length;
    const count = lines.slice(from, to).filter(isOn).length;
    return `${sign}${count === 0 ? before : before + 1},${count}`;
  };
  const body = lines.slice(from, to).map(({ sign, text }) => {
    return text.endsWith('\n') ? `${sign}${text}` : `${sign}${text}\n${NO_NEWLINE}\n`;
  });
  return `@@ ${range('-')} ${range('+')} @@\n${body.join('')}`;
}

/** With their line ends, so that a missing last one is a difference. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function toLines(sign: DiffLine['sign'], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ sign, text }));
}

function diffMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const trace = a.length === 0 || b.length === 0 ? undefined : search(a, b);
  if (trace === undefined) return [...toLines('-', a), ...toLines('+', b)];
  const result: DiffLine[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const row = trace[d] ?? new Map<number, number>();
    const k = x - y;
    const isDown = goesDown(row, k, d);
    const fromK = isDown ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : at(row, fromK);
    const fromY = d === 0 ? 0 : fromX - fromK;
    const snake = isDown ? fromX : fromX + 1;
    while (x > (d === 0 ? 0 : snake) && y > 0 && a[x - 1] === b[y - 1]) {
      result.push({ sign: ' ', text: a[(x -= 1)] ?? '' });
      y -= 1;
    }
    if (d === 0) break;
    if (isDown) result.push({ sign: '+', text: b[fromY] ?? '' });
    else result.push({ sign: '-', text: a[fromX] ?? '' });
    [x, y] = [fromX, fromY];
  }
  return result.reverse();
}

/** For each number of changed lines, how far down each diagonal the scripts with one less reach; undefined: too many. */
function search(a: readonly string[], b: readonly string[]): Map<number, number>[] | undefined {
  const reach = new Map([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let d = 0; d <= Math.min(a.length + b.length, LONGEST_SCRIPT); d += 1) {
    trace.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      let x = goesDown(reach, k, d) ? at(reach, k + 1) : at(reach, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reach.set(k, x);
      if (x >= a.length && x - k >= b.length) return trace;
    }
  }
  return undefined;
}

function goesDown(reach: ReadonlyMap<number, number>, k: number, d: number): boolean {
  return k === -d || (k !== d && at(reach, k - 1) < at(reach, k + 1));
}

function at(reach: ReadonlyMap<number, number>, k: number): number {
  return reach.get(k) ?? 0;
}
