import { describeFourVersions } from '../support/four-versions.ts';
import { elsewhere, inPath } from '../support/namings.ts';
import { partOf } from '../support/share.ts';

describeFourVersions(inPath);

// Another one each day; all of them are tests of endurance.
for (const naming of partOf(elsewhere, 'namings of the services', 1 / elsewhere.length)) {
  describeFourVersions(naming);
}
