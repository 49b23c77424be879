import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { jobDescription } from '../../jobs/job.ts';
import type { JobIntake } from '../../jobs/job-intake.ts';
import { changeProblems } from '../preconditions.ts';
import { resourceContent } from '../resource-answer.ts';
import type { Operation } from '../route.ts';
import type { CustomOperationEndpoints } from './custom-operation-endpoints.ts';
import { namesOf } from './custom-operation-names.ts';
import { demandOf, inputBody, resourcePath } from './custom-operation.ts';
import { requireTargets } from './input-targets.ts';
import { permittedDraft, type Input } from './perform.ts';
import { runChange } from './run-change.ts';

/** POST of an action that goes on after its answer, which is the job that tells what becomes of it. */
export function acceptAction<Draft extends object, Tables>(
  resource: CustomOperationEndpoints<Draft, Tables>,
  name: string,
  jobs: JobIntake,
): Operation<unknown, Input> {
  const { names, store, preconditions, idempotencyKey } = resource;
  const action = resource.actions?.[name];
  if (action === undefined) throw new TypeError(`${resource.name} has no action ${name}`);
  const explanation =
    'It goes on after the answer, which is a job that tells what becomes of it. It is done each time that the request is sent, unless with the same Idempotency-Key. If-Match decides whether it is accepted.';
  return {
    ...namesOf(resource, name),
    description:
      action.description === undefined ? explanation : `${action.description} ${explanation}`,
    tag: names.many,
    resource: jobDescription,
    preconditions,
    idempotencyKey,
    body: inputBody(action),
    answers: {
      202: {
        description: 'It is accepted, and goes on.',
        shows: 'resource',
        headers: { Location: 'Address of the job.', ETag: 'Tag of its representation.' },
      },
    },
    problems: [
      builtIn.notFound,
      builtIn.guardNotMet,
      ...(resource.inputTargets?.[name] === undefined ? [] : [builtIn.referenceConflict]),
      ...changeProblems(preconditions),
    ],
    handle(context, { body }) {
      const demand = demandOf(resource, context, name, body);
      const { id, rowFilter } = demand.place;
      return runChange(resource, context, async (transaction) => {
        const stored = await store.get(transaction, id, rowFilter);
        if (stored === undefined) throw new Problem(builtIn.notFound);
        demand.check?.(stored);
        // As far as it is known now: it is checked again when the action is carried out.
        permittedDraft(resource, action, stored, body, context.caller);
        await requireTargets(resource, { caller: context.caller, transaction }, name, body);
        const job = await jobs.accept(transaction, context, {
          kind: resource.name,
          action: name,
          rowId: id,
          resource: resourcePath(context),
          input: body,
        });
        const path = `/${jobDescription.collection}/${job.id}`;
        return {
          status: 202,
          location: path,
          revision: job.revision,
          content: resourceContent(jobDescription, job, path),
        };
      });
    },
  };
}
