const cell = { width: 8.4, height: 18 } as const;
const margin = 14;
const escape = '\u001b';
/** A change of colour: ESC [, numbers, m (ECMA-48, SGR). */
const colourSequence = new RegExp(String.raw`${escape}\[([0-9;]*)m`);
const colours: Readonly<Record<string, string>> = {
  30: '#6e7681',
  31: '#ff7b72',
  32: '#56d364',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#39c5cf',
  90: '#8b949e',
};

interface Run {
  readonly text: string;
  /** The column that it begins at. */
  readonly at: number;
  readonly style: string;
}

/** A screen of a terminal, with colours as escape sequences, as a picture. */
export function svgOf(screen: string, columns: number): string {
  const lines = screen
    .replace(/EXIT=\d+\s*$/, '')
    .trimEnd()
    .split('\n');
  const width = Math.ceil(columns * cell.width) + 2 * margin;
  const height = lines.length * cell.height + 2 * margin;
  let style = '';
  const rows = lines.flatMap((line, row) => {
    const { runs, end } = runsOf(line, style);
    style = end;
    const y = margin + (row + 1) * cell.height - 5;
    return runs.map(({ text, at, style: shown }) => {
      const x = (margin + at * cell.width).toFixed(1);
      return `<text x="${x}" y="${y}" textLength="${([...text].length * cell.width).toFixed(1)}"${shown}>${escaped(text)}</text>`;
    });
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join('\n')}
</svg>
`;
}

/** The parts of a line that have one style each; blanks between words stay in their part. */
function runsOf(line: string, begin: string): { runs: readonly Run[]; end: string } {
  const runs: Run[] = [];
  let style = begin;
  let at = 0;
  for (const [index, part] of line.split(colourSequence).entries()) {
    if (index % 2 === 1) {
      style = styleAfter(style, part);
    } else {
      const text = part.trimEnd();
      const blank = text.length - text.trimStart().length;
      if (text.trim() !== '') runs.push({ text: text.trimStart(), at: at + blank, style });
      at += [...part].length;
    }
  }
  return { runs, end: style };
}

function styleAfter(style: string, codes: string): string {
  let after = style;
  for (const code of codes === '' ? ['0'] : codes.split(';')) {
    const colour = colours[code];
    if (code === '0') after = '';
    else if (code === '39') after = after.replace(/ fill="[^"]*"/, '');
    else if (code === '22') after = after.replace(/ font-weight="bold"| opacity="[^"]*"/g, '');
    else if (code === '1') after = `${after} font-weight="bold"`;
    else if (code === '2') after = `${after} opacity="0.65"`;
    else if (colour !== undefined) after = `${after.replace(/ fill="[^"]*"/, '')} fill="${colour}"`;
  }
  return after;
}

function escaped(text: string): string {
  // Blanks that no viewer drops.
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(' ', '\u00a0');
}
