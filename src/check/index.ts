/** What CI wants to know of a service: whether it is what its specification generates. */
export { checkService } from './check.ts';
export type { CheckResult, Finding, HandEdit } from './types.ts';
