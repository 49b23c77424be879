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
    if (isOfDocument(value)) return shownInDocument(value, show);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, within(each)]));
  };
  return 'body' in answer ? { ...answer, body: within(answer.body) } : answer;
}

/** A resource of JSON:API: references stand apart from its other members. */
interface DocumentResource extends Members {
  readonly attributes: Members;
  readonly relationships: Readonly<Record<string, { readonly data?: Members | null }>>;
}

function isOfDocument(value: object): value is DocumentResource {
  return 'attributes' in value && isResource(value.attributes) && 'relationships' in value;
}

function shownInDocument(
  { attributes, relationships, ...others }: DocumentResource,
  show: (shown: Members) => Members,
): Members {
  const references = Object.entries(relationships);
  const ids = Object.fromEntries(
    references.map(([name, { data }]) => [name, data?.['id'] ?? null]),
  );
  const shown = show({ ...attributes, ...ids });
  const own = Object.entries(shown).filter(([name]) => !(name in ids));
  const left = references
    .filter(([name]) => name in shown)
    .map(([name, relationship]) => {
      const { [name]: id } = shown;
      if (id === ids[name]) return [name, relationship];
      return [name, id === null ? { data: null } : { data: { ...relationship.data, id } }];
    });
  return {
    ...others,
    attributes: Object.fromEntries(own),
    ...(left.length > 0 && { relationships: Object.fromEntries(left) }),
  };
}
