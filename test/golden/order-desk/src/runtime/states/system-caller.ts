import { anonymous, type Caller } from '../authentication/caller.ts';

const id = 'service';

/** The actor of timed transitions, as rules and the history see it. */
export const systemCaller: Caller = { ...anonymous, id, name: id, clientId: id, subject: id };
