import { dirname } from 'node:path';
import { styleText } from 'node:util';
import type { Finding, FindingKind } from '../../src/import/index.ts';
import { wrap } from '../../src/questionnaire/index.ts';
import { counted, harmlessLines, quoted } from '../app/text.ts';
import { failureLines } from '../command/failure.ts';
import type { ImportOutcome } from './run.ts';

/** One JSON document, for programs. */
export function asJson(outcome: ImportOutcome): string {
  const { isWritten, file, text, resources, findings, failures } = outcome;
  const document = {
    written: isWritten,
    file: file ?? null,
    ...(isWritten || text === undefined ? {} : { text }),
    resources,
    findings,
    errors: failures,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Where a text is shown. */
interface Screen {
  readonly width: number;
  readonly stream: NodeJS.WriteStream;
}

/** For people; messages are no longer than `width`. */
export function asText(outcome: ImportOutcome, screen: Screen): string {
  const { failures, findings, text, isWritten } = outcome;
  const lines = [
    ...(text === undefined || isWritten ? [] : [...text.trimEnd().split('\n'), '']),
    ...findings.flatMap((finding) => findingLines(finding, screen)),
    ...(failures.length > 0 ? failures.flatMap(failureLines) : doneLines(outcome, screen)),
  ];
  return `${lines.map(harmless).join('\n')}\n`;
}

/** Marks are our own; everything else may be anybody's. */
function harmless(line: string): string {
  const marked = /^(\u{1b}\[[0-9;]*m[^\u{1b}]*\u{1b}\[[0-9;]*m)(.*)$/u.exec(line);
  return marked === null ? harmlessLines(line) : `${marked[1]}${harmlessLines(marked[2] ?? '')}`;
}

const colours = {
  dropped: 'red',
  guessed: 'yellow',
  renamed: 'cyan',
  'kept-as-json': 'magenta',
} as const satisfies Record<FindingKind, string>;

function findingLines({ kind, line, at, message }: Finding, { width, stream }: Screen): string[] {
  const mark = styleText(colours[kind], kind.padEnd(12), { stream });
  return [`${mark}  line ${line}  ${at}`, ...wrap(`  ${harmlessLines(message)}`, width), ''];
}

function doneLines(outcome: ImportOutcome, { width }: Screen): string[] {
  const { resources, findings, file = 'service.yaml', isWritten } = outcome;
  const kinds = Object.keys(colours);
  const counts = kinds.flatMap((kind) => {
    const count = findings.filter((finding) => finding.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  const list = resources.map(
    ({ name, address, methods }) => `  ${name}  ${address}  ${methods.join(', ')}`,
  );
  const summary =
    findings.length === 0
      ? 'Everything in the document is in the specification.'
      : `${counted(findings.length, 'finding')}: ${counts.join(', ')}.`;
  const next = isWritten
    ? [
        ...wrap(`${file} is written. Read it against the list above, then generate:`, width),
        `  resource-service --destination ${quoted(dirname(file))}`,
      ]
    : [`${file} was not written (--dry-run).`];
  return [
    `${counted(resources.length, 'resource')}:`,
    ...list,
    '',
    ...wrap(summary, width),
    ...next,
  ];
}
