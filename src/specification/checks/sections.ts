import { judgeProblemCode } from '../answers/http.ts';
import { durations, judgeDuration, judgeSize, sizes } from '../answers/limits.ts';
import { atValue, judgedKey, judgedValue, type Fault } from '../fault.ts';
import { isMapping, own } from '../plain.ts';
import { standards } from '../schema/standards.ts';
import { millisecondsOf } from '../units.ts';
import type { Subject } from './subject.ts';

/** Codes are judged as they are written, whatever else is wrong with the problem. */
export function errorFaults({ raw }: Subject): Fault[] {
  const errors = isMapping(raw) ? own(raw, 'errors') : undefined;
  const codes = isMapping(errors) ? own(errors, 'codes') : undefined;
  return Object.keys(isMapping(codes) ? codes : {}).flatMap((code) => {
    return judgedKey(['errors', 'codes', code], judgeProblemCode(code));
  });
}

export function limitFaults({ sound }: Subject): Fault[] {
  const { limits = {} } = sound;
  const faults = [
    ...keysOf(sizes).flatMap((key) => {
      const value = limits[key];
      return value === undefined ? [] : judgedValue(['limits', key], judgeSize(key, value));
    }),
    ...keysOf(durations).flatMap((key) => {
      const value = limits[key];
      return value === undefined ? [] : judgedValue(['limits', key], judgeDuration(key, value));
    }),
  ];
  return faults.length > 0 ? faults : timeoutFaults(limits);
}

/** Headers are part of a request: Node.js refuses to wait longer for them than for the whole. */
function timeoutFaults(limits: { headersTimeout?: string; requestTimeout?: string }): Fault[] {
  if (limits.headersTimeout === undefined) return [];
  const request = limits.requestTimeout ?? standards.requestTimeout;
  if ((millisecondsOf(limits.headersTimeout) ?? 0) <= (millisecondsOf(request) ?? 0)) return [];
  const message = `headersTimeout ${limits.headersTimeout} is above requestTimeout ${request}, which counts from the same moment`;
  return [atValue(['limits', 'headersTimeout'], { code: 'empty-range', message })];
}

function keysOf<K extends string>(object: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(object) as K[];
}
