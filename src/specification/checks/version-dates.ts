import { atValue, type Fault } from '../fault.ts';
import { shown } from '../shown.ts';
import { isDate } from '../values/calendar.ts';
import type { Subject } from './subject.ts';

/** Every day is one of the calendar. */
export function versionDateFaults({ sound }: Subject): Fault[] {
  return Object.entries(sound.versioning?.versions ?? {}).flatMap(([label, { released }]) => {
    if (released === undefined || isDate(released)) return [];
    const message = `${shown(released)} is no day of the calendar`;
    return [atValue(['versioning', 'versions', label, 'released'], { code: 'value', message })];
  });
}
