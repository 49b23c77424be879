import type { FastifyReply, FastifyRequest } from 'fastify';
import { isGranted } from '../authentication/grants.ts';
import { quotaFieldNames } from '../limits/fields.ts';
import type { Application } from '../service/application.ts';
import { addressed } from './addressed.ts';
import { typeFor } from './arrival.ts';
import { codingFor, encoded, type Coding } from './content-coding.ts';
import { codedTag, entityTag, weakTag } from './entity-tag.ts';
import { isRepresentation, type AnswerFormat } from './formats-offered.ts';
import { maxLinkLength } from './link-header.ts';
import { preconditionsOf, unchangedTag } from './preconditions.ts';
import { preferredReturn, type Return } from './prefer.ts';
import type { Answer, Operation, RequestContext } from './route.ts';
import { fitting } from './send-problem.ts';
import { formHeaders } from './web-page.ts';

/** Everything that decides how an answer is written. */
export interface Sending {
  readonly application: Application;
  readonly operation: Operation;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: RequestContext;
  /** What Accept prefers of what the operation offers. */
  readonly format: AnswerFormat;
}

/** Sends a success: in the negotiated format, or as 304 where the client has it already. */
export function sendAnswer(sending: Sending, answer: Answer): FastifyReply | Promise<FastifyReply> {
  const { application, request, reply, operation, context, format } = sending;
  const coding = codingFor(request.headers['accept-encoding']);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const headers: Record<string, string> = {
    'cache-control': operation.cacheControl ?? 'no-store',
  };
  if (answer.headers !== undefined) Object.assign(headers, answer.headers);
  if (format.headers !== undefined) Object.assign(headers, format.headers);
  const isForPerson =
    context.visitor?.person !== undefined && (isRepresentation(format) || isPage(sending));
  if (application.findVisit !== undefined && format.mediaType === 'text/html') {
    headers['vary'] = `${application.vary}, Cookie`;
  }
  if (isForPerson) Object.assign(headers, formHeaders);
  if (answer.location !== undefined) headers['location'] = context.link(answer.location);
  if (headers['link'] !== undefined) headers['link'] = withLinks(headers['link'], reply);
  const contentType = typeFor(request, format.contentType);
  if (answer.stream !== undefined) {
    return sendStream(sending, answer, answer.stream, { 'content-type': contentType, ...headers });
  }

  // Each person has forms of its own: no tag names two of them.
  const strong = isForPerson ? undefined : strongTag(sending, answer);
  const unread = isRead && strong !== undefined ? unchanging(context, strong, coding) : undefined;
  if (unread !== undefined) return sendUnchanged(reply, headers, unread);

  const preference = isRead ? {} : returnPreference(sending, answer);
  if (preference.return === 'minimal') {
    const tag = strong === undefined ? {} : { etag: strong };
    const status = answer.status === 200 ? 204 : answer.status;
    return reply
      .code(status)
      .headers({ ...headers, ...preference.headers, ...tag })
      .send();
  }

  // Before anything is set: what cannot be written is answered as a problem.
  const payload = payloadOf(sending, answer);
  if (payload === undefined) return reply.code(answer.status).headers(headers).send();
  const isStored = isRead && operation.cacheControl !== undefined && !isForPerson;
  const tag = strong ?? (isStored ? weakTag(payload) : undefined);
  const unchanged =
    isRead && tag !== undefined && strong === undefined
      ? unchanging(context, tag, coding)
      : undefined;
  if (unchanged !== undefined) return sendUnchanged(reply, headers, unchanged);

  if (preference.headers !== undefined) Object.assign(headers, preference.headers);
  // A handler may know the type better: with parameters of its own.
  headers['content-type'] ??= contentType;
  if (isRepresentation(format) ? format.isLocalized : isPage(sending)) {
    headers['content-language'] = context.texts.language;
  }
  const send = (coded: Coding | undefined, bytes: string | Buffer) => {
    if (tag !== undefined) headers['etag'] = coded === undefined ? tag : codedTag(tag, coded);
    if (coded !== undefined) headers['content-encoding'] = coded;
    return reply.code(answer.status).headers(headers).send(bytes);
  };
  const plain = sendable(payload, { contentType });
  return coding === undefined
    ? send(undefined, plain)
    : encoded(payload, coding).then((compressed) =>
        compressed === undefined ? send(undefined, plain) : send(coding, compressed),
      );
}

/** The links of an answer together with those of its version, as far as there is room for them. */
function withLinks(own: string, reply: FastifyReply): string {
  const ofVersion = reply.getHeader('link');
  if (ofVersion === undefined) return own;
  const both = `${own}, ${String(ofVersion)}`;
  return both.length > maxLinkLength ? String(ofVersion) : both;
}

/** Its end may come at any time, and is that of the connection: a shutdown need not wait until one falls idle. */
function sendStream(
  { application, request, reply }: Sending,
  { status }: Answer,
  open: NonNullable<Answer['stream']>,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  // Before anything is set: what cannot be opened is answered as a problem.
  const body = request.method === 'HEAD' ? undefined : open(application.addressOf(request.raw));
  return reply
    .code(status)
    .headers(fitting({ connection: 'close', ...headers }, request))
    .send(body);
}

/** RFC 9110, section 15.4.5: what describes a body belongs to the answer that has one. */
function sendUnchanged(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  tag: string,
): FastifyReply {
  const { 'content-type': _, ...others } = headers;
  // It would become part of what caches have stored, for other clients as well.
  for (const name of quotaFieldNames) reply.removeHeader(name);
  return reply
    .code(304)
    .headers({ ...others, etag: tag })
    .send();
}

/** What a client would like to see of what it changed, and the headers that say so. */
function returnPreference(
  sending: Sending,
  { content }: Answer,
): { readonly return?: Return; readonly headers?: Record<string, string> } {
  const { application, operation, request } = sending;
  if (operation.resource === undefined || content === undefined) return {};
  // A caller that may change it and not read it would read it in the answer.
  const { read } = content.description.grants ?? {};
  if (read !== undefined && !isGranted(sending.context.caller, read)) return { return: 'minimal' };
  const wanted = preferredReturn(request.headers.prefer);
  const vary = `${application.vary}, Prefer`;
  return wanted === undefined
    ? { headers: { vary } }
    : { return: wanted, headers: { vary, 'preference-applied': `return=${wanted}` } };
}

/** The strong tag, of what has a revision. */
function strongTag(sending: Sending, answer: Answer): string | undefined {
  const { application, context, format } = sending;
  const { revision, content, location } = answer;
  if (revision === undefined || !isRepresentation(format)) return undefined;
  let variant = format.name;
  if (format.isLocalized) variant += `.${context.texts.language}`;
  const view =
    content === undefined
      ? undefined
      : application.views?.nameOf(content.description, context.caller);
  if (view !== undefined) variant += `.${view}`;
  // A client that asks for other changes gets other bytes.
  if (context.features !== undefined) variant = [variant, ...context.features].join('.');
  // What is made at an address without a version has the tag that a read finds there.
  const isNeutral =
    location !== undefined && application.strategy.isVersioned?.(location) === false;
  const version = isNeutral ? undefined : context.version;
  return entityTag(revision, version?.label ?? '0', variant);
}

/** The coding is chosen by the size as well, so either tag may be that of what would be sent. */
function unchanging(
  { headers }: RequestContext,
  tag: string,
  coding: Coding | undefined,
): string | undefined {
  const tags = coding === undefined ? [tag] : [tag, codedTag(tag, coding)];
  return unchangedTag(preconditionsOf(headers), tags);
}

/**
 * Node sends a text together with the headers, which is cheaper. To a type without a charset Fastify would add one, and
 * most types have none: they are sent as bytes.
 */
function sendable(
  payload: string | Buffer,
  { contentType }: Pick<AnswerFormat, 'contentType'>,
): string | Buffer {
  return typeof payload === 'string' && !contentType.includes('charset=')
    ? Buffer.from(payload)
    : payload;
}

/** Whether a document of JSON is shown as a page. */
function isPage({ operation, format }: Sending): boolean {
  return operation.page !== undefined && format.mediaType === 'text/html';
}

function payloadOf(sending: Sending, answer: Answer): string | Buffer | undefined {
  const { application, context, format, operation } = sending;
  const { body, content } = answer;
  if (content !== undefined && isRepresentation(format)) {
    const { texts, link, visitor } = context;
    const seen = application.views?.seenBy(content, context.caller) ?? content;
    const shown = operation.older?.show(seen) ?? seen;
    const { title } = application.description;
    return format.write(addressed(shown, link), { title, texts, link, visitor });
  }
  if (body === undefined) return undefined;
  if (isPage(sending)) return operation.page?.(body, context);
  if (body instanceof Uint8Array) return Buffer.isBuffer(body) ? body : Buffer.from(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}
