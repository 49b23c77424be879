/** Codes of issues for which no step can be written: the tool asks a person to decide. */
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
