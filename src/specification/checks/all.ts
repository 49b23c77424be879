import type { Issue } from '../issue.ts';
import { allowIssues } from './allow.ts';
import { authenticationIssues } from './authentication.ts';
import { basePathIssues } from './base-path.ts';
import { customOperationNameIssues } from './custom-operation-names.ts';
import { customOperationIssues } from './custom-operations.ts';
import { featureDeprecationIssues } from './deprecations.ts';
import { endpointIssues } from './endpoints.ts';
import { eventIssues } from './events.ts';
import { exampleIssues } from './examples.ts';
import { fieldNameIssues } from './field-names.ts';
import { fieldIssues } from './fields.ts';
import { grantIssues, strangerIssues } from './grants.ts';
import { patternValidator } from './patterns.ts';
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
import type { CheckContext } from './check-context.ts';
import { textIssues } from './texts.ts';
import { fixedIssues, uniqueIssues } from './unique.ts';
import { versioningIssues } from './versioning.ts';

/** Every rule that goes beyond structure. */
export function semanticIssues(context: CheckContext): Issue[] {
  const validatePattern = patternValidator();
  const fields = fieldIssues(context, validatePattern);
  return [
    ...serviceIssues(context),
    ...basePathIssues(context),
    ...resourceNameIssues(context),
    ...fieldNameIssues(context),
    ...parentIssues(context),
    ...referenceIssues(context),
    ...fields.issues,
    ...uniqueIssues(context),
    ...fixedIssues(context),
    ...exampleIssues(context, fields.unclear),
    ...stateIssues(context),
    ...customOperationNameIssues(context),
    ...customOperationIssues(context, fields.unclear, validatePattern),
    ...featureDeprecationIssues(context, fields.unclear),
    ...eventIssues(context),
    ...serviceWideFaults(context),
    ...endpointIssues(context),
    ...authenticationIssues(context),
    ...strangerIssues(context),
    ...grantIssues(context),
    ...ruleIssues(context, fields.unclear),
    ...allowIssues(context),
    ...renameIssues(context),
    ...requiredWriterIssues(context),
    ...errorIssues(context),
    ...textIssues(context),
    ...limitIssues(context),
    ...quotaIssues(context),
    ...versioningIssues(context),
  ];
}
