import type { Issue } from '../issue.ts';
import { allowIssues } from './allow.ts';
import { authenticationIssues } from './authentication.ts';
import { basePathIssues } from './base-path.ts';
import { commandNameIssues } from './command-names.ts';
import { commandIssues } from './commands.ts';
import { endpointIssues } from './endpoints.ts';
import { eventIssues } from './events.ts';
import { exampleIssues } from './examples.ts';
import { fieldNameIssues } from './field-names.ts';
import { fieldIssues } from './fields.ts';
import { grantIssues, strangerIssues } from './grants.ts';
import { patternJudge } from './patterns.ts';
import { parentIssues } from './parents.ts';
import { quotaIssues } from './quotas.ts';
import { referenceIssues } from './references.ts';
import { renameIssues } from './renames.ts';
import { requiredWriterIssues } from './required-writers.ts';
import { resourceNameIssues } from './resource-names.ts';
import { ruleIssues } from './rules.ts';
import { errorIssues, limitIssues } from './sections.ts';
import { serviceIssues } from './service.ts';
import { serviceWideFaults } from './service-wide.ts';
import { stateIssues } from './states.ts';
import type { Subject } from './subject.ts';
import { textIssues } from './texts.ts';
import { fixedIssues, uniqueIssues } from './unique.ts';
import { versioningIssues } from './versioning.ts';

/** Every rule that goes beyond structure. */
export function semanticIssues(subject: Subject): Issue[] {
  const judgePattern = patternJudge();
  const fields = fieldIssues(subject, judgePattern);
  return [
    ...serviceIssues(subject),
    ...basePathIssues(subject),
    ...resourceNameIssues(subject),
    ...fieldNameIssues(subject),
    ...parentIssues(subject),
    ...referenceIssues(subject),
    ...fields.issues,
    ...uniqueIssues(subject),
    ...fixedIssues(subject),
    ...exampleIssues(subject, fields.unclear),
    ...stateIssues(subject),
    ...commandNameIssues(subject),
    ...commandIssues(subject, fields.unclear, judgePattern),
    ...eventIssues(subject),
    ...serviceWideFaults(subject),
    ...endpointIssues(subject),
    ...authenticationIssues(subject),
    ...strangerIssues(subject),
    ...grantIssues(subject),
    ...ruleIssues(subject, fields.unclear),
    ...allowIssues(subject),
    ...renameIssues(subject),
    ...requiredWriterIssues(subject),
    ...errorIssues(subject),
    ...textIssues(subject),
    ...limitIssues(subject),
    ...quotaIssues(subject),
    ...versioningIssues(subject),
  ];
}
