/** What commands ask a person with. The questionnaire itself is apart (`questionnaire.ts`): most runs ask nothing, and do without its chapters. */
export type { Ask, Question } from './ask.ts';
export { askChoice, askText } from './asking.ts';
export type { Facts, Guidance } from './chapter.ts';
export { printable, wrap } from './printable.ts';
export { smallestSpecification } from './smallest.ts';
export { askOn } from './terminal.ts';
