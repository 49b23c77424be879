import { compareDocuments } from '../../src/evolution/compare/documents/index.ts';
import { compareSpecifications } from '../../src/evolution/compare/index.ts';
import type { Failure } from '../command/failure.ts';
import { done, ignoreClosedPipes, print, printError } from '../command/output.ts';
import { hintsOf, noHints } from '../../src/evolution/hints.ts';
import { readClassifyCommandLine } from './command-line.ts';
import { classifyHelp } from './help.ts';
import { readSide, type Side } from './read-side.ts';
import { asJson, asText, statusOf, type Classified } from './report.ts';

/** One run of `classify` in this process: from the arguments after that word to the exit status. */
export async function runClassifySession(argv: readonly string[]): Promise<number> {
  ignoreClosedPipes();
  const reading = readClassifyCommandLine(argv);
  if (reading.kind === 'help') return done(classifyHelp);
  const classified: Classified =
    reading.kind === 'wrong'
      ? { ok: false, mistakes: [], failures: reading.failures }
      : await classify(reading.old, reading.new);
  if (argv.includes('--json')) print(asJson(classified));
  else {
    const stream = classified.ok ? process.stdout : process.stderr;
    const width = stream.columns ?? (Number(process.env['COLUMNS']) || 80);
    (classified.ok ? print : printError)(asText(classified, { width, stream }));
  }
  return statusOf(classified);
}

async function classify(old: string, is: string): Promise<Classified> {
  const cwd = process.cwd();
  const [before, after] = [await readSide(old, cwd), await readSide(is, cwd)];
  if (before.ok && after.ok) return compared(before, after, [old, is]);
  const refused = [before, after].filter((side) => !side.ok);
  return {
    ok: false,
    mistakes: refused.flatMap(({ mistakes }) => mistakes),
    failures: refused.flatMap(({ failures }) => failures),
  };
}

type Read = Extract<Side, { ok: true }>;

function compared(before: Read, after: Read, [old, is]: readonly [string, string]): Classified {
  if (before.kind === 'specification' && after.kind === 'specification') {
    const { specification: was } = before;
    const { specification: now, written } = after;
    const hints = written === undefined ? noHints : hintsOf(written, was);
    return { ok: true, changes: compareSpecifications(was, now, hints) };
  }
  if (before.kind === 'document' && after.kind === 'document') {
    const found = compareDocuments(before.document, after.document);
    if (found.ok) return { ok: true, changes: found.changes };
    const where = `${found.age === 'old' ? old : is}:${found.line}`;
    const whatToDo =
      'Put all that it refers to into the one file, as tools that bundle documents do, and compare again.';
    return failed({ where, what: found.message, whatToDo });
  }
  return failed({
    where: is,
    what:
      after.kind === 'document'
        ? `It is an OpenAPI document, and ${old} is a service.yaml.`
        : `It is a service.yaml, and ${old} is an OpenAPI document.`,
    whatToDo: 'Name two files of one kind.',
  });
}

function failed(failure: Failure): Classified {
  return { ok: false, mistakes: [], failures: [failure] };
}
