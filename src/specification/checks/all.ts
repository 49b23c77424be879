import type { Fault } from '../fault.ts';
import { allowFaults } from './allow.ts';
import { authenticationFaults } from './authentication.ts';
import { basePathFaults } from './base-path.ts';
import { commandNameFaults } from './command-names.ts';
import { commandFaults } from './commands.ts';
import { endpointFaults } from './endpoints.ts';
import { eventFaults } from './events.ts';
import { exampleFaults } from './examples.ts';
import { fieldNameFaults } from './field-names.ts';
import { fieldFaults } from './fields.ts';
import { grantFaults, strangerFaults } from './grants.ts';
import { patternJudge } from './patterns.ts';
import { parentFaults } from './parents.ts';
import { quotaFaults } from './quotas.ts';
import { referenceFaults } from './references.ts';
import { requiredWriterFaults } from './required-writers.ts';
import { resourceNameFaults } from './resource-names.ts';
import { ruleFaults } from './rules.ts';
import { errorFaults, limitFaults } from './sections.ts';
import { serviceFaults } from './service.ts';
import { serviceWideFaults } from './service-wide.ts';
import { stateFaults } from './states.ts';
import type { Subject } from './subject.ts';
import { textFaults } from './texts.ts';
import { fixedFaults, uniqueFaults } from './unique.ts';
import { versioningFaults } from './versioning.ts';

/** Every rule that goes beyond structure. */
export function semanticFaults(subject: Subject): Fault[] {
  const judgePattern = patternJudge();
  const fields = fieldFaults(subject, judgePattern);
  return [
    ...serviceFaults(subject),
    ...basePathFaults(subject),
    ...resourceNameFaults(subject),
    ...fieldNameFaults(subject),
    ...parentFaults(subject),
    ...referenceFaults(subject),
    ...fields.faults,
    ...uniqueFaults(subject),
    ...fixedFaults(subject),
    ...exampleFaults(subject, fields.unclear),
    ...stateFaults(subject),
    ...commandNameFaults(subject),
    ...commandFaults(subject, fields.unclear, judgePattern),
    ...eventFaults(subject),
    ...serviceWideFaults(subject),
    ...endpointFaults(subject),
    ...authenticationFaults(subject),
    ...strangerFaults(subject),
    ...grantFaults(subject),
    ...ruleFaults(subject, fields.unclear),
    ...allowFaults(subject),
    ...requiredWriterFaults(subject),
    ...errorFaults(subject),
    ...textFaults(subject),
    ...limitFaults(subject),
    ...quotaFaults(subject),
    ...versioningFaults(subject),
  ];
}
