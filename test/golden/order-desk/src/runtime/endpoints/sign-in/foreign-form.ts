import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';

/** A form that no page of this service made for this session. */
export function foreignForm(): Problem {
  return new Problem(builtIn.forbidden, { detail: ({ details }) => details.foreignForm });
}
