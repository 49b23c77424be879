/** What is told to a person, because nothing can be written that keeps clients. */
export const walls: ReadonlySet<string> = new Set([
  'not-bridgeable',
  'resource-removed',
  'former-closed',
  'former-name-taken',
  'former-without-versions',
  'action-not-kept',
  'event-removed',
  'without-versions',
]);
