import { resolve } from 'node:path';
import { readLock } from '../../src/plan/index.ts';
import { askResources } from '../../src/questionnaire/resources/edit.ts';
import { withResourceLine } from '../../src/questionnaire/resources/line.ts';
import type { Specification } from '../../src/specification/index.ts';
import { own } from '../../src/specification/plain.ts';
import { editedSource, openService, type Opened } from '../app/edited-source.ts';
import { notGenerated } from '../app/failures.ts';
import type { Outcome } from '../app/outcome.ts';
import { holdsService, shownPlace } from '../app/place.ts';
import { recovered } from '../app/recovered.ts';
import { writeSourced } from '../app/run.ts';
import { ended, type Sourced } from '../app/source.ts';
import type { Tools } from '../app/tools.ts';
import { endedBy } from '../command/errors.ts';
import { usage } from '../command/usage.ts';
import type { ResourceCommandLine } from './command-line.ts';

/** The whole of one run: changes a resource in the specification, and regenerates. Never throws. */
export async function runResource(
  commandLine: ResourceCommandLine,
  tools: Tools,
): Promise<Outcome> {
  const { generation } = commandLine;
  const destination = resolve(tools.cwd, generation.destination ?? '.');
  try {
    const sourced = await changed(commandLine, destination, tools);
    return await writeSourced(sourced, { ...generation, destination }, tools);
  } catch (error) {
    return endedBy(error, destination, tools.report.note);
  }
}

async function changed(
  commandLine: ResourceCommandLine,
  destination: string,
  tools: Tools,
): Promise<Sourced> {
  await recovered(destination, commandLine.generation, tools);
  if (!holdsService(destination) || (await readLock(destination)) === undefined) {
    const failures = [notGenerated(shownPlace(tools.cwd, destination))];
    return ended('usage', { destination, failures });
  }
  const there = await openService(destination, tools.cwd);
  if ('outcome' in there) return there;
  const { opened } = there;
  const after = await answeredBy(commandLine, opened, tools);
  if ('outcome' in after) return after;
  noteAccess(opened.specification, after.specification, tools);
  return editedSource(opened, after.specification);
}

async function answeredBy(
  { name, parent, fields, generation }: ResourceCommandLine,
  { specification, facts }: Opened,
  { ask, isTerminal }: Tools,
) {
  if (name !== undefined && (fields.length > 0 || parent !== undefined)) {
    const line = withResourceLine(specification, { name, parent, fields });
    if (line.ok) return { specification: line.draft };
    const whatToDo = 'Put that right in the line, and run again. Nothing was written.';
    return ended('usage', { failures: [usage(`resource ${name}`, line.problem, whatToDo)] });
  }
  if (!isTerminal || generation.yes || generation.json) {
    const what = 'There is no terminal to ask questions on, and no fields were given.';
    const whatToDo = "Name them: resource-service resource loan 'due:date!' book:reference";
    return ended('usage', { failures: [usage('resource', what, whatToDo)] });
  }
  return { specification: await askResources(ask, specification, facts, name) };
}

/** As soon as anything is granted, what has no entry of its own is denied: a new resource is easily forgotten there. */
function noteAccess(before: Specification, after: Specification, { report }: Tools): void {
  const { allow } = after.authentication ?? {};
  if (allow === undefined) return;
  const denied = Object.keys(after.resources).filter(
    (name) => own(before.resources, name) === undefined && own(allow, name) === undefined,
  );
  if (denied.length === 0) return;
  report.note(
    `\nNobody may use ${denied.join(', ')} yet: add authentication.allow.${denied[0]} to service.yaml.`,
  );
}
