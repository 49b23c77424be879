import { Problem } from '../errors/problem.ts';

/**
 * An unknown credential, so perhaps a guess. A genuine one that is no longer valid is no guess: its owner
 * must be told so, however many others guess at the same time.
 */
export class WrongCredential extends Problem {}
