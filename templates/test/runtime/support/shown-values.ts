import { isResource, type Members } from './answer-members.ts';
import type { RecordedAnswer } from './recordings.ts';
import type { DeclaredLoss, ResourceLosses } from './resource-losses.ts';

export function lost(shown: Members, path: string, loss: DeclaredLoss): Members {
  const { [path]: value, ...others } = shown;
  if ('isGone' in loss) return others;
  if ('shown' in loss) return { ...others, [path]: loss.shown };
  if ('missing' in loss) return { ...others, [path]: value ?? loss.missing };
  if ('values' in loss && typeof value === 'string' && Object.hasOwn(loss.values, value)) {
    return { ...others, [path]: loss.values[value] };
  }
  return shown;
}

/** Without what the steps leave open. */
export function withoutOpen(shown: Members, { members }: ResourceLosses): Members {
  return Object.entries(members)
    .filter(([, loss]) => 'isOpen' in loss)
    .reduce((left, [path]) => without(left, path.split('.')) as Members, shown);
}

function without(value: unknown, [first = '', ...rest]: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = first.replace(/\[\]$/, '');
  const { [name]: member, ...others } = value as Members;
  if (member === undefined || rest.length === 0) return others;
  const inner = Array.isArray(member)
    ? member.map((each: unknown) => without(each, rest))
    : without(member, rest);
  return { ...others, [name]: inner };
}

/** An answer with other resources in it, in whichever form they stand there. */
export function inAnswer(
  answer: RecordedAnswer,
  show: (shown: Members) => Members,
): RecordedAnswer {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (typeof value !== 'object' || value === null) return value;
    if (isResource(value)) return show(value);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, within(each)]));
  };
  return 'body' in answer ? { ...answer, body: within(answer.body) } : answer;
}
