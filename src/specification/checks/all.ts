import type { Fault } from '../fault.ts';
import { endpointFaults } from './endpoints.ts';
import { exampleFaults } from './examples.ts';
import { fieldNameFaults } from './field-names.ts';
import { fieldFaults } from './fields.ts';
import { parentFaults } from './parents.ts';
import { referenceFaults } from './references.ts';
import { resourceNameFaults } from './resource-names.ts';
import { authenticationFaults, errorFaults, limitFaults, versionFaults } from './sections.ts';
import { serviceFaults } from './service.ts';
import { serviceWideFaults } from './service-wide.ts';
import type { Subject } from './subject.ts';
import { textFaults } from './texts.ts';
import { uniqueFaults } from './unique.ts';

/** Every rule that goes beyond structure. */
export function semanticFaults(subject: Subject): Fault[] {
  const fields = fieldFaults(subject);
  return [
    ...serviceFaults(subject),
    ...resourceNameFaults(subject),
    ...fieldNameFaults(subject),
    ...parentFaults(subject),
    ...referenceFaults(subject),
    ...fields.faults,
    ...uniqueFaults(subject),
    ...exampleFaults(subject, fields.unclear),
    ...serviceWideFaults(subject),
    ...endpointFaults(subject),
    ...authenticationFaults(subject),
    ...errorFaults(subject),
    ...textFaults(subject),
    ...limitFaults(subject),
    ...versionFaults(subject),
  ];
}
