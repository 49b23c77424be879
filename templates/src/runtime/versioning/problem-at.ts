import { builtIn } from '../errors/built-in.ts';
import { Problem, type ProblemDetails } from '../errors/problem.ts';

/** What an older version calls the things that problems of the newest one name. */
export interface Terms {
  /** Of a place in the body. */
  pointer(newest: string): string;
  /** Of a parameter in the path. */
  parameter(newest: string): string;
  state(newest: string): string;
  /** Of what can be done with a resource; undefined where this version cannot do it. */
  customOperation(newest: string): string | undefined;
  /** Of several of these, in the order of this version: without those that it cannot do. */
  customOperations(newest: readonly string[]): readonly string[];
  /** Segment of the request, where it is of such a custom operation. */
  readonly asked?: string;
}

/** Problems that have the names of an older version already. */
const translated = new WeakSet<Problem>();

/** Carries out what knows the terms of an older version: problems of it stay as they are. */
export function inTermsOfIts<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) translated.add(error);
    throw error;
  }
}

/** A problem of the newest version in the terms of an older one; anything else as it is. */
export function problemAt(error: unknown, terms: Terms): unknown {
  if (!(error instanceof Problem) || translated.has(error)) return error;
  const { type, details, cause } = error;
  const { errors, members } = details;
  if (errors === undefined && members === undefined) return error;
  return new Problem(
    type,
    {
      ...details,
      ...(errors && {
        errors: errors.map((each) => {
          if (each.in === 'path') return { ...each, at: terms.parameter(each.at) };
          return each.in === 'body' ? { ...each, at: terms.pointer(each.at) } : each;
        }),
      }),
      ...(members && { members: membersAt(details, terms) }),
      ...(type === builtIn.transitionNotAllowed ? detailAt(members, terms) : {}),
    },
    { cause },
  );
}

/** States, custom operations and fields among the further members of a problem. */
function membersAt(
  { members = {}, formerTransitions = [] }: ProblemDetails,
  terms: Terms,
): Readonly<Record<string, unknown>> {
  const { state, allowedTransitions, unmet, ...others } = members;
  return {
    ...(state === undefined ? {} : { state: terms.state(String(state)) }),
    ...(Array.isArray(allowedTransitions)
      ? {
          allowedTransitions: terms.customOperations([
            ...allowedTransitions.map(String),
            ...formerTransitions,
          ]),
        }
      : {}),
    ...(Array.isArray(unmet)
      ? { unmet: [...new Set(unmet.map((name) => fieldAt(String(name), terms)))] }
      : {}),
    ...others,
  };
}

function fieldAt(name: string, { pointer }: Terms): string {
  return pointer(`/${name}`).split('/')[1] ?? name;
}

function detailAt(
  { state }: Readonly<Record<string, unknown>> = {},
  terms: Terms,
): Pick<ProblemDetails, 'detail'> {
  const { asked } = terms;
  if (asked === undefined) return {};
  const now = terms.state(String(state));
  return { detail: ({ details }) => details.transitionNotAllowed(asked, now) };
}
