import { parseJsonBody } from '../json-body.ts';
import { pageOf } from '../page.ts';
import { problemMediaType } from '../../errors/problem-document.ts';
import { ProblemSchema } from '../../errors/problem-schema.ts';
import type { BodyReader, Content, ProblemFormat, Representation } from './representation.ts';

/** RFC 9457, section 6.1: the type has no parameters. */
export const problemJson: ProblemFormat = {
  mediaType: problemMediaType,
  contentType: problemMediaType,
  schema: ProblemSchema,
  write: (problem) => JSON.stringify(problem),
};

/** Bodies that are the members themselves: JSON, and the patches that are JSON. */
export function jsonReader(mediaType: string): BodyReader {
  return {
    mediaType,
    read: parseJsonBody,
    locate: (pointer) => pointer,
    describe: (schema) => schema,
    illustrate: (members) => members,
  };
}

/** Plain JSON (RFC 8259): a resource is an object of its members, a page an envelope. */
export const json: Representation = {
  name: 'json',
  mediaType: 'application/json',
  contentType: 'application/json; charset=utf-8',
  problems: problemJson,
  reader: jsonReader('application/json'),
  write: (content) => JSON.stringify(valueOf(content)),
  illustrate: valueOf,
  describeResource: ({ schemas }) => schemas.shown,
  describePage: (description) => pageOf(description.schemas.shown, description),
};

function valueOf(content: Content): object {
  if (content.kind === 'resource') return content.resource;
  const { items, page, links } = content;
  return { items, page, links };
}
