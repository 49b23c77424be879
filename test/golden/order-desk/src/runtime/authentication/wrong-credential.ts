import { Problem } from '../errors/problem.ts';

/**
 * An unknown credential, so perhaps a guess. A genuine one that is no longer valid is no guess: the service
 * tells its owner so, even while many others guess.
 */
export class WrongCredential extends Problem {}
