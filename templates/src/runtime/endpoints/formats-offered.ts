import type { Application } from '../service/application.ts';
import { negotiator } from './accept.ts';
import { json, jsonReader } from './representations/json.ts';
import type {
  BodyReader,
  Format,
  ProblemFormat,
  Representation,
} from './representations/representation.ts';
import type { Operation, Route } from './route.ts';
import { contentSecurityPolicy } from './web-page.ts';

/** What an answer is written in: a representation, or the one type of a document. */
export type AnswerFormat = Format | Representation;

/** A document of JSON as people read it. */
export const pageFormat: Format = {
  mediaType: 'text/html',
  contentType: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': contentSecurityPolicy },
};

export function isRepresentation(format: AnswerFormat): format is Representation {
  return 'write' in format;
}

/** Resources come in every representation; a document has a type of its own. */
export function formatsOf(
  { representations }: Pick<Application, 'representations'>,
  { resource, mediaType, page }: Operation,
): readonly AnswerFormat[] {
  if (resource !== undefined && mediaType === undefined) return representations;
  if (mediaType === undefined) {
    const document = { mediaType: json.mediaType, contentType: json.contentType };
    return page === undefined ? [document] : [document, pageFormat];
  }
  const contentType = mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
  return [{ mediaType, contentType }];
}

/** The types that the body of an operation may have, the preferred one first. */
export function readersOf(
  { representations }: Pick<Application, 'representations'>,
  { body, resource }: Operation,
): readonly BodyReader[] {
  if (body === undefined) return [];
  if (body.reader !== undefined) return [body.reader];
  const readers = Object.keys(body.schemas).map(jsonReader);
  if (resource === undefined || body.holds === undefined) return readers;
  const others = representations.flatMap(({ reader }) => reader ?? []);
  return [...readers, ...others.filter((other) => !Object.hasOwn(body.schemas, other.mediaType))];
}

/** The types that a PATCH of a route may have (RFC 5789, section 3.1). */
export function patchTypes(
  application: Pick<Application, 'representations'>,
  { operations: { PATCH } }: Route,
): readonly string[] {
  const readers = PATCH === undefined ? [] : readersOf(application, PATCH);
  return readers.map(({ mediaType }) => mediaType);
}

/**
 * Chooses the form of a problem: the form of the representation that the client prefers, or else JSON. A problem is sent
 * even if Accept does not list its type (RFC 9457, section 3).
 */
export function problemFormats(
  representations: readonly Representation[],
): (accept: string | undefined) => ProblemFormat {
  const offers = representations.flatMap(({ mediaType, permits, problems }) => [
    { mediaType, problems, ...(permits === undefined ? {} : { permits }) },
    { mediaType: problems.mediaType, problems },
  ]);
  const choose = negotiator(offers);
  return (accept) => choose(accept)?.problems ?? json.problems;
}
