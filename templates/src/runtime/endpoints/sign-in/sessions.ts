import type { PageSessions } from '../../authentication/page-sessions.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Sessions of people, and the cookie that carries them. */
export interface Sessions extends PageSessions {
  readonly cookie: SessionCookie;
}
