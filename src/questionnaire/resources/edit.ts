import type { Specification } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import type { Ask } from '../ask.ts';
import { resources } from '../chapters/resources.ts';
import { runChapter, type Facts } from '../chapter.ts';
import { askNewResource, openResource } from './resource.ts';

/** Asks about one resource of a service that is there, or about all of them. */
export async function askResources(
  ask: Ask,
  specification: Specification,
  facts: Facts,
  name?: string,
): Promise<Specification> {
  const chapter =
    name === undefined
      ? resources
      : {
          ...resources,
          ask: (each: Ask, draft: Specification) =>
            own(draft.resources, name) === undefined
              ? askNewResource(each, draft, name)
              : openResource(each, draft, name),
        };
  const conversed = await runChapter(ask, chapter, specification, facts, { again: true });
  return conversed.kind === 'finished' ? conversed.result : specification;
}
