import type { Behaviours } from '../../resources/rules.ts';
import type { Actor } from './actor.ts';

/** Tells rules whether whoever changes something knows a behaviour. The service itself, and what is newest, know them all. */
export function behavesFor({ lacks = [] }: Pick<Actor, 'lacks'>) {
  return (behaviour: keyof Behaviours & string): boolean => !lacks.includes(behaviour);
}
