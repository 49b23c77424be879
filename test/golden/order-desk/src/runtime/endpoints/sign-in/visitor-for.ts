import type { Application } from '../../service/application.ts';
import { entityTag } from '../entity-tag.ts';
import type { RequestContext } from '../route.ts';
import { describedCommand } from './commands.ts';
import type { Visitor } from './visitor.ts';

/** What decides which forms an answer shows. */
interface Showing {
  readonly application: Pick<Application, 'commandAt'>;
  readonly context: RequestContext;
}

/** The visitor of a page, with the commands of the version that the page shows. */
export function visitorFor({
  application: { commandAt },
  context: { visitor, version },
}: Showing): Visitor | undefined {
  if (visitor?.person === undefined) return visitor;
  return {
    ...visitor,
    commandAt(path) {
      const found = commandAt?.(path);
      if (found === undefined) return undefined;
      return describedCommand(found);
    },
    tagOf: (revision) => entityTag(revision, version?.label ?? '0', 'html'),
  };
}
