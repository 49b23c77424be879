import { createSteps } from '../../migrations/create.ts';
import { stepCode, stepFunctions } from '../../migrations/print.ts';
import { tablesOf } from '../../migrations/tables.ts';
import type { ServiceModel } from '../../model/model.ts';
import { identifier, join } from '../code.ts';
import { hasBasic, hasSecrets } from '../features.ts';

/**
 * What the first migration and the list of migrations show.
 *
 * @param formerInitial name under which databases know the first migration of a service of an older generator
 */
export function migrationView(model: ServiceModel, formerInitial: string | undefined) {
  const steps = createSteps(tablesOf(model));
  return {
    hasBasic: hasBasic(model),
    hasSecrets: hasSecrets(model),
    initialFunctions: join(stepFunctions(steps).map(identifier), ', '),
    initialSteps: steps.map(stepCode),
    migrationSettings: {
      service: model.specification.service.name,
      ...(formerInitial === undefined ? {} : { formerInitial }),
    },
  };
}
