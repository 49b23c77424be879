// {{#if hasChangingFlags}}
import type { FastifyRequest } from 'fastify';
// {{/if}}
import type { Application } from '../../service/application.ts';
// {{#if hasChangingFlags}}
import { arrivalOf } from '../arrival.ts';
// {{/if}}
import { entityTag } from '../entity-tag.ts';
import type { RequestContext } from '../route.ts';
import { describedCommand } from './commands.ts';
import type { Visitor } from './visitor.ts';

/** What decides which forms an answer shows. */
interface Showing {
  readonly application: Pick<Application, 'commandAt'>;
  readonly context: RequestContext;
  // {{#if hasChangingFlags}}
  readonly request: FastifyRequest;
  // {{/if}}
}

/** The visitor of a page, with the commands of the version that the page shows. */
export function visitorFor({
  application: { commandAt },
  context: { visitor, version },
  // {{#if hasChangingFlags}}
  request,
  // {{/if}}
}: Showing): Visitor | undefined {
  if (visitor?.person === undefined) return visitor;
  return {
    ...visitor,
    commandAt(path) {
      const found = commandAt?.(path);
      if (found === undefined) return undefined;
      // {{#if hasChangingFlags}}
      const { resolution } = arrivalOf(request);
      const lacks = resolution.kind === 'resolved' ? (resolution.lacks ?? []) : [];
      return describedCommand(found.lacking?.(lacks) ?? found);
      // {{else}}
      // return describedCommand(found);
      // {{/if}}
    },
    tagOf: (revision) => entityTag(revision, version?.label ?? '0', 'html'),
  };
}
