import { describeFourVersions } from '../support/four-versions.ts';
import { elsewhere } from '../support/namings.ts';
import { partOf } from '../support/share.ts';

for (const naming of partOf(elsewhere, 'namings')) describeFourVersions(naming);
