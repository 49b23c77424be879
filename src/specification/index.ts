export * from './validators.ts';
export { formatMistakes, sentence } from './format.ts';
export { moreMistakes, type Mistake } from './mistake.ts';
export { readSpecification, type Reading } from './read.ts';
export { readingLimits } from './yaml/options.ts';
export { resolveSpecification } from './resolve.ts';
export { resolveField } from './resolve/field.ts';
export * from './resolved.ts';
export * from './schema.ts';
export * from './names.ts';
export { deprecationInShort } from './deprecation.ts';
export { checkSpecification } from './check-specification.ts';
export { editsBetween, editSpecification, type Edit } from './edit.ts';
export { writeSpecification } from './write.ts';
export { modeline, withModeline, withoutModeline } from './write/modeline.ts';
export { changeIssues } from './versions/changes.ts';
export { isDateLabel, oldestFirst } from './versions/labels.ts';
export {
  stateOn,
  type LifecycleState,
  type Lifetime,
  type Lifetimes,
} from './versions/lifetime.ts';
export { orderIssues } from './versions/order.ts';
export {
  leastSupported,
  noticePeriod,
  policyIssues,
  policyWarnings,
  type Supported,
} from './versions/policy.ts';
export { olderWithdrawalIssues } from './checks/withdrawals.ts';
