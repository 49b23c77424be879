import { weightedElements } from './header-list.ts';

export type Return = 'minimal' | 'representation';

/** Whether a client wants to see what it changed (RFC 7240, section 4.2); undefined where it does not say. */
export function preferredReturn(prefer: string | string[] | undefined): Return | undefined {
  if (prefer === undefined) return undefined;
  // Of preferences with the same name the first one counts (section 2).
  const found = weightedElements([prefer].flat().join(','))
    .map(({ value }) => /^return\s*=\s*"?(\w+)"?$/.exec(value)?.[1])
    .find((value) => value !== undefined);
  return found === 'minimal' || found === 'representation' ? found : undefined;
}
