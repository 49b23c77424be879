import { Problem } from '../errors/problem.ts';

/**
 * A credential that nobody has, so perhaps a guess. One that is genuine, and only not valid any more, is none: its owner
 * must be told so, however many others guess at the same time.
 */
export class WrongCredential extends Problem {}
