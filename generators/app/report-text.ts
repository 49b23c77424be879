import { styleText } from 'node:util';
import { formatPlan, type Plan } from '../../src/plan/index.ts';
import { exitStatusOf } from '../command/outcome.ts';
import { wrap } from '../../src/questionnaire/index.ts';
import { briefPlan } from './brief-plan.ts';
import { summaryLines } from './summary.ts';
import { startProgress } from './progress.ts';
import type { Report, Streams } from './report.ts';
import { harmlessLines } from './text.ts';

/** For people: plans and success on standard output, refusals and everything else on standard error. */
export function reportAsText({ out, err }: Streams, cwd: string): Report {
  return {
    note: (text) => err(`${harmlessLines(text)}\n`),
    plan(plan, detail) {
      const isRefusal = detail === 'brief' && plan.obstacles.length > 0;
      const stream = isRefusal ? process.stderr : process.stdout;
      const text = harmlessLines(planText(plan, detail));
      // Files and differences are shown as they are.
      const isBroken = detail === 'brief' && stream.isTTY;
      (isRefusal ? err : out)(`\n${isBroken ? brokenLines(text, stream.columns - 2) : text}`);
    },
    progress: (text) => startProgress(text),
    end(outcome) {
      const isGood = exitStatusOf(outcome) === 0;
      const stream = isGood ? process.stdout : process.stderr;
      // Into a file or a pipe, lines go as they are; on a terminal a mark stands before the first one.
      const width = stream.isTTY ? stream.columns - 2 : undefined;
      const [first = '', ...rest] = summaryLines(outcome, cwd, width).map(harmlessLines);
      if (first === '' && rest.length === 0) return;
      const mark = isGood ? styleText('green', '✔', { stream }) : styleText('red', '✖', { stream });
      const text = [`${mark} ${first}`, ...rest].join('\n');
      (isGood ? out : err)(`\n${text}\n`);
    },
  };
}

function brokenLines(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrap(line, width))
    .join('\n');
}

function planText(plan: Plan, detail: 'brief' | 'full' | 'diff'): string {
  return detail === 'brief' ? briefPlan(plan) : formatPlan(plan, { diff: detail === 'diff' });
}
