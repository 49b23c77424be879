import { describeRegressions, regressions } from '../support/regressions.ts';
import { partOf } from '../support/share.ts';

describeRegressions(partOf(regressions(), 'all regressions'));
