import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../service/application.ts';
import { arrivalOf } from './arrival.ts';
import { setHeaders } from './headers.ts';
import { isPreflight } from './methods.ts';
import { send } from './send.ts';

/** What is offered at an address. */
export interface Offered {
  /** Value of Allow. */
  readonly allow: string;
  /** Methods that scripts of other origins may ask for, also where they are refused: else they could not read why. */
  readonly known: string;
  /** Value of Accept-Patch (RFC 5789, section 3.1); empty where there is no PATCH. */
  readonly patch: string;
}

/** Answers OPTIONS: who asks for methods, and whether a script of another origin may send the request that follows. */
export function sendOffered(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
  { allow, known, patch }: Offered,
): void {
  const { crossOrigin, vary } = application;
  setHeaders(application, request);
  const headers = { ...arrivalOf(request).headers };
  if (patch !== '') headers['accept-patch'] = patch;
  const isPermitted = crossOrigin?.headersFor(request.headers.origin) !== undefined;
  if (isPermitted && isPreflight(request)) {
    Object.assign(headers, crossOrigin.preflight(known));
    headers['vary'] = `${vary}, Access-Control-Request-Method, Access-Control-Request-Headers`;
  }
  headers['allow'] = allow;
  send(request, reply, 200, headers);
}
