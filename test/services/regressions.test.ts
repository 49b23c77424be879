import { describeRegressions, regressions } from '../support/regressions.ts';
import { partOf } from '../support/share.ts';

/** So many each day, however many there come to be: all of them take longer than everything else together. test/endurance has all. */
const daily = 30;

const all = regressions();
describeRegressions(partOf(all, 'regressions', daily / all.length));
