import type { FastifyReply, FastifyRequest } from 'fastify';
import { isGranted } from '../authentication/grants.ts';
import { quotaFieldNames } from '../limits/fields.ts';
import type { Application } from '../service/application.ts';
import { addressed } from './addressed.ts';
import { arrivalOf, typeFor } from './arrival.ts';
import { codingFor, encoded, type Coding } from './content-coding.ts';
import { codedTag, entityTag, weakTag } from './entity-tag.ts';
import { isRepresentation, type AnswerFormat } from './formats-offered.ts';
import type { HeaderFields } from './header-fields.ts';
import { maxLinkLength } from './link-header.ts';
import { preconditionsOf, unchangedTag } from './preconditions.ts';
import { preferredReturn, type Return } from './prefer.ts';
import type { Answer, Operation, RequestContext } from './route.ts';
import { fitting } from './send-problem.ts';
import { send } from './send.ts';
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
export function sendAnswer(sending: Sending, answer: Answer): void | Promise<void> {
  const { request, reply, operation, context } = sending;
  if (answer.stream !== undefined) return sendStream(sending, answer, answer.stream);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // Each person has forms of its own: no tag names two of them.
  const isForPerson = isPageOfPerson(sending);
  const coding = codingFor(request.headers['accept-encoding']);
  const strong = isForPerson ? undefined : strongTag(sending, answer);
  const unread = isRead && strong !== undefined ? unchanging(context, strong, coding) : undefined;
  if (unread !== undefined) return sendUnchanged(sending, answer, unread);

  const preference = isRead ? nothingPreferred : returnPreference(sending, answer);
  if (preference.return === 'minimal') {
    const headers = headersOf(sending, answer);
    Object.assign(headers, preference.headers);
    if (strong !== undefined) headers['etag'] = strong;
    send(request, reply, answer.status === 200 ? 204 : answer.status, headers);
    return undefined;
  }

  // Before anything is set: what cannot be written is answered as a problem.
  const payload = payloadOf(sending, answer);
  if (payload === undefined) {
    send(request, reply, answer.status, headersOf(sending, answer));
    return undefined;
  }
  const isStored = isRead && operation.cacheControl !== undefined && !isForPerson;
  const tag = strong ?? (isStored ? weakTag(payload) : undefined);
  const unchanged =
    isRead && tag !== undefined && strong === undefined
      ? unchanging(context, tag, coding)
      : undefined;
  if (unchanged !== undefined) return sendUnchanged(sending, answer, unchanged);

  const written = { payload, tag, headers: preference.headers };
  return coding === undefined
    ? sendWritten(sending, answer, written)
    : sendCoded(sending, answer, written, coding);
}

const nothingPreferred: ReturnType<typeof returnPreference> = {};

/** A body as it is sent. */
interface Written {
  readonly payload: string | Buffer;
  /** Of the payload without a coding. */
  readonly tag: string | undefined;
  /** Those of Prefer. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** @param coding of the payload; absent: it has none */
function sendWritten(
  sending: Sending,
  answer: Answer,
  { payload, tag, headers: preferred }: Written,
  coding?: Coding,
): void {
  const { request, reply, context, format } = sending;
  const headers = headersOf(sending, answer);
  if (preferred !== undefined) Object.assign(headers, preferred);
  // A handler may know the type better: with parameters of its own.
  headers['content-type'] ??= typeFor(request, format.contentType);
  if (isRepresentation(format) ? format.isLocalized : isPage(sending)) {
    headers['content-language'] = context.texts.language;
  }
  if (tag !== undefined) headers['etag'] = coding === undefined ? tag : codedTag(tag, coding);
  if (coding !== undefined) headers['content-encoding'] = coding;
  send(request, reply, answer.status, headers, payload);
}

async function sendCoded(
  sending: Sending,
  answer: Answer,
  written: Written,
  coding: Coding,
): Promise<void> {
  const payload = await encoded(written.payload, coding);
  if (payload === undefined) sendWritten(sending, answer, written);
  else sendWritten(sending, answer, { ...written, payload }, coding);
}

/** The header fields of an answer with those that every form of it has. */
function headersOf(sending: Sending, answer: Answer): HeaderFields {
  const { application, request, operation, context, format } = sending;
  // A copy: what cannot be sent says nothing in the problem that is sent instead.
  const headers = { ...arrivalOf(request).headers };
  headers['cache-control'] = operation.cacheControl ?? 'no-store';
  const ofVersion = headers['link'];
  if (answer.headers !== undefined) Object.assign(headers, answer.headers);
  if (format.headers !== undefined) Object.assign(headers, format.headers);
  if (application.findVisit !== undefined && format.mediaType === 'text/html') {
    headers['vary'] = `${application.vary}, Cookie`;
  }
  if (isPageOfPerson(sending)) Object.assign(headers, formHeaders);
  if (answer.location !== undefined) headers['location'] = context.link(answer.location);
  const own = headers['link'];
  if (ofVersion !== undefined && own !== undefined && own !== ofVersion) {
    headers['link'] = joined(String(own), String(ofVersion));
  }
  return headers;
}

/** The links of an answer together with those of its version, as far as there is room for them. */
function joined(own: string, ofVersion: string): string {
  const both = `${own}, ${ofVersion}`;
  return both.length > maxLinkLength ? ofVersion : both;
}

/** Its end may come at any time, and is that of the connection: a shutdown need not wait until one falls idle. */
function sendStream(sending: Sending, answer: Answer, open: NonNullable<Answer['stream']>): void {
  const { application, request, reply, format } = sending;
  // Before anything is set: what cannot be opened is answered as a problem.
  const body = request.method === 'HEAD' ? undefined : open(application.addressOf(request.raw));
  const headers = headersOf(sending, answer);
  headers['content-type'] ??= typeFor(request, format.contentType);
  Object.assign(headers, fitting({ connection: 'close' }, request));
  send(request, reply, answer.status, headers, body);
}

/** RFC 9110, section 15.4.5: what describes a body belongs to the answer that has one. */
function sendUnchanged(sending: Sending, answer: Answer, tag: string): void {
  const { request, reply } = sending;
  const headers = headersOf(sending, answer);
  delete headers['content-type'];
  // It would become part of what caches have stored, for other clients as well.
  for (const name of quotaFieldNames) delete headers[name];
  headers['etag'] = tag;
  send(request, reply, 304, headers);
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

/** Whether somebody who has signed in reads it. */
function isPageOfPerson(sending: Sending): boolean {
  const { context, format } = sending;
  return context.visitor?.person !== undefined && (isRepresentation(format) || isPage(sending));
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
