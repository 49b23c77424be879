import { resolveField } from '../../specification/index.ts';
import { resolveValue } from '../../specification/resolve/values.ts';
import { absent, type Root } from './expression.ts';
import { lastName, memberAt, type Member } from './members.ts';

/** What an operation needs to know of its surroundings. */
export interface Surroundings {
  /** At which the expressions begin. */
  readonly side: Root['side'];
  /** `1-to-2` */
  readonly step: string;
  /** Singular name of the resource, in the newer version. */
  readonly resource: string;
  /** The members on the other side of the operation; expressions of them are those of what is stored. */
  readonly other: readonly Member[];
  /** Whether the types on both sides are known: before that, nothing is said of them. */
  readonly isChecked: boolean;
}

export type Members = readonly Member[];
export type Around = Surroundings & { readonly key: string };

/** The member on the other side; a text where the operation does not determine it. */
export function counterpart(path: string, { other, side }: Surroundings): Member {
  return (
    memberAt(other, path, side === 'newest' ? 'older' : 'newest') ?? {
      name: lastName(path),
      field: resolveField({ type: 'string' }),
      expression: absent,
    }
  );
}

/** A value that an operation names, as the service keeps and shows it. */
export function canonical(said: unknown, path: string, around: Surroundings): unknown {
  return resolveValue(counterpart(path, around).field, said);
}
