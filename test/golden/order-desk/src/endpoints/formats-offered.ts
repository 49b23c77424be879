import type { Application } from '../service/application.ts';
import { negotiator } from './accept.ts';
import { json, jsonReader } from './representations/json.ts';
import type {
  BodyReader,
  Format,
  ProblemFormat,
  Representation,
} from './representations/representation.ts';
import type { Operation } from './route.ts';

/** What an answer is written in: a representation, or the one type of a document. */
export type AnswerFormat = Format | Representation;

export function isRepresentation(format: AnswerFormat): format is Representation {
  return 'write' in format;
}

/** Resources come in every representation; a document has a type of its own. */
export function formatsOf(
  { representations }: Pick<Application, 'representations'>,
  { resource, mediaType }: Operation,
): readonly AnswerFormat[] {
  if (resource !== undefined && mediaType === undefined) return representations;
  if (mediaType === undefined)
    return [{ mediaType: json.mediaType, contentType: json.contentType }];
  const contentType = mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
  return [{ mediaType, contentType }];
}

/** The types that the body of an operation may have, the preferred one first. */
export function readersOf(
  { representations }: Pick<Application, 'representations'>,
  { body, resource }: Operation,
): readonly BodyReader[] {
  if (body === undefined) return [];
  const readers = Object.keys(body.schemas).map(jsonReader);
  if (resource === undefined || body.holds === undefined) return readers;
  const others = representations.flatMap(({ reader }) => reader ?? []);
  return [...readers, ...others.filter((other) => !Object.hasOwn(body.schemas, other.mediaType))];
}

/**
 * Chooses how a problem is told: as those who prefer a representation expect it, and as JSON to everybody else. What
 * Accept does not list is still sent (RFC 9457, section 3).
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
