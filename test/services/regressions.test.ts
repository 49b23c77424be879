import { describeRegressions, regressions } from '../support/regressions.ts';
import { partOf } from '../support/share.ts';

/** All of them take longer than the other services together. Each day brings another quarter; test/endurance has all. */
describeRegressions(partOf(regressions(), 'regressions', 0.25));
