import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2Server, Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import { nodeModules } from '../service/node-modules.ts';
import type { Identity } from '../service/tls.ts';
import { internalPrefix, type ApiVersion } from '../versioning/version.ts';
import { countUnrouted } from './admission.ts';
import { arrivalOf, arrive } from './arrival.ts';
import { closeGently } from './closing.ts';
import { answerConnect, answerConnectionErrors, writeProblem } from './connection-errors.ts';
import { patchTypes } from './formats-offered.ts';
import { allowedMethods, isKnownMethod, isPreflight, knownMethods } from './methods.ts';
import { endSearch } from './one-tree.ts';
import { sendOffered } from './options.ts';
import { pipeline } from './pipeline.ts';
import { plainTextRefusal, refusalOf } from './refusals.ts';
import { hasEmptySegment } from './request-target.ts';
import { setHeaders } from './headers.ts';
import { createHttp2 } from './http2.ts';
import { createSecureServer } from './secure-server.ts';
import { send } from './send.ts';
import { sendProblem } from './send-problem.ts';
import { createSlowReaders } from './slow-readers.ts';
import type { Route } from './route.ts';
import { newTraceId } from './trace.ts';

/**
 * A server that knows no route yet. Fastify finds routes and keeps connections; what it would do with bodies,
 * methods and errors by itself is switched off, because the pipeline does it by the rules of the interface.
 *
 * @param identity with it the server speaks TLS alone, and HTTP/2 besides HTTP/1.1; without it HTTP/1.1 in plain text
 */
export function createServer(application: Application, identity?: Identity): FastifyInstance {
  const { limits } = application;
  const latest = new WeakMap<Socket, ServerResponse>();
  const options = {
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    // How late a timeout may be noticed; by default half a minute.
    connectionsCheckingInterval: Math.min(1000, limits.headersTimeout),
    // The request line counts as a header for the parser: leave room to distinguish 414 from 431.
    maxHeaderSize: limits.headers + limits.uri,
    requireHostHeader: false,
  };
  const secure = identity && {
    identity,
    http2: createHttp2(limits, (request, response) => {
      server.routing(request, response);
    }),
  };
  const server: FastifyInstance = fastify({
    // The lines of requests name the trace themselves: Fastify would make a logger for each request.
    logger: false,
    genReqId: newTraceId,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    serverFactory: (handler: (request: IncomingMessage, response: ServerResponse) => void) =>
      secure === undefined
        ? nodeModules.http.createServer(options, handler)
        : createSecureServer(secure.identity, options, handler, secure.http2.server),
    // It validates and serializes nothing: the compilers for that would only take time to load.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    // No limit of its own for a segment: that of the whole address holds.
    routerOptions: { maxParamLength: limits.headers + limits.uri },
    rewriteUrl: (request) => arrive(application, request),
    clientErrorHandler: answerConnectionErrors(application, latest),
    frameworkErrors: (error, request, reply) => {
      endSearch(request.raw);
      if (isUnavailable(application, request)) {
        void answerUnrouted(application, request, reply);
        return;
      }
      setHeaders(application, request);
      sendProblem(
        application,
        request,
        reply,
        new Problem(
          builtIn.malformedRequest,
          { detail: ({ details }) => details.pathEncoding },
          { cause: error },
        ),
      );
    },
  });

  // Bodies are read by the pipeline, after authentication; Fastify looks at none, nor at their types.
  for (const method of knownMethods) {
    server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  answerBelowRouting(application, server.server, secure?.http2.server);
  cutOffSlowReaders(application, server.server, secure?.http2.server);
  server.addHook('preClose', (done) => {
    secure?.http2.close();
    done();
  });
  closeGently(server, latest, application.drainTime ?? 0);

  server.addHook('onRequest', (request, reply, done) => {
    endSearch(request.raw);
    const refusal = plainTextRefusal(application, request) ?? refusalOf(request, limits);
    const noVersion = versionRefusal(application, request);
    // Without an answer to their preflight scripts could not read that a version is gone.
    const isRefused =
      noVersion !== undefined &&
      !(isPreflight(request) && arrivalOf(request).resolution.kind === 'resolved');
    if (refusal !== undefined) {
      setHeaders(application, request);
      sendProblem(application, request, reply, refusal);
    } else if (hasEmptySegment(request.url) || isRefused) {
      void answerUnrouted(application, request, reply);
    } else if (request.url === '*') {
      // RFC 9110, section 9.3.7: a ping for the server as a whole.
      setHeaders(application, request);
      send(request, reply, 200, arrivalOf(request).headers);
    } else {
      done();
    }
  });

  server.setNotFoundHandler((request, reply) => answerUnrouted(application, request, reply));
  server.setErrorHandler((error, request, reply) => {
    setHeaders(application, request);
    // HTTP/2 brings methods that the parser of HTTP/1.1 refuses and Fastify does not expect.
    const isKnown = isKnownMethod(request.method);
    const answered = isKnown ? error : new Problem(builtIn.notImplemented);
    sendProblem(application, request, reply, answered);
  });
  return server;
}

function unused(): never {
  throw new TypeError('routes have no schemas that Fastify could compile');
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

/** Registers routes: their operations, HEAD and OPTIONS, and 405 for every other method. */
export function mount(
  server: FastifyInstance,
  application: Application,
  routes: readonly Route[],
  version?: ApiVersion,
): void {
  const prefix = version === undefined ? '' : internalPrefix(version);
  for (const route of routes) {
    const url = prefix + route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const known = allowedMethods(route);
    const allowed = methodsOffered(application, route, version);
    const patch = patchTypes(application, route).join(', ');
    const handlers = new Map<string, Handler>();
    for (const [method, operation] of Object.entries(route.operations)) {
      handlers.set(method, pipeline(application, operation, { routes, allowed }));
    }
    const get = handlers.get('GET');
    if (get !== undefined) handlers.set('HEAD', get);
    handlers.set('OPTIONS', (request, reply) =>
      sendOffered(application, request, reply, { allow: allowed(request), known, patch }),
    );
    const refuse: Handler = (request, reply) => {
      if (!isKnownMethod(request.method)) return answerUnrouted(application, request, reply);
      setHeaders(application, request);
      const headers = { allow: allowed(request) };
      const problem = new Problem(builtIn.methodNotAllowed, { headers });
      return refuseCounted(application, request, reply, problem);
    };
    server.get(url, (request, reply) => {
      arrivalOf(request).route = url;
      return (handlers.get(request.method) ?? refuse)(request, reply);
    });
  }
}

/** What a route offers to a request: value of Allow. */
function methodsOffered(
  { windDown }: Application,
  route: Route,
  version: ApiVersion | undefined,
): (request: FastifyRequest) => string {
  const all = allowedMethods(route);
  if (version === undefined || windDown === undefined) return () => all;
  return (request) =>
    windDown.remainingMethods(all, route.operations, version, arrivalOf(request).now);
}

/** What Node itself would drop without an answer, or answer without a body. */
function answerBelowRouting(
  application: Application,
  http1: Server,
  http2: Http2Server | undefined,
): void {
  // RFC 9110, section 9.3.6: this is no proxy.
  http1.on('connect', (_request, socket) => {
    writeProblem(application, socket, builtIn.notImplemented);
  });
  http2?.on('connect', (_request: unknown, response: Http2ServerResponse) => {
    answerConnect(application, response);
  });
  // Node would send 100 at once; the pipeline does when it wants the body, and refuses other expectations.
  for (const event of ['checkContinue', 'checkExpectation']) {
    for (const server of [http1, http2]) {
      server?.on(event, (request, response) => server.emit('request', request, response));
    }
  }
}

function cutOffSlowReaders(
  { limits }: Application,
  http1: Server,
  http2: Http2Server | undefined,
): void {
  const readers = createSlowReaders(limits);
  const watchConnection = (socket: Socket) => {
    readers.watch(socket, () => socket.destroy());
  };
  http1.on('connection', watchConnection);
  http1.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol !== 'h2') watchConnection(socket);
  });
  http2?.on('request', (_request, response) => {
    // The connection goes on; and the client does not take what it has for the whole.
    readers.watch(response, () =>
      response.stream.close(nodeModules.http2.constants.NGHTTP2_CANCEL),
    );
  });
}

function answerUnrouted(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  setHeaders(application, request);
  // RFC 9110, section 9.1: a method that no resource of this server knows.
  const isExpected = isKnownMethod(request.method) || isUnavailable(application, request);
  const noVersion = versionRefusal(application, request);
  const problem = isExpected
    ? (noVersion ?? new Problem(builtIn.notFound))
    : new Problem(builtIn.notImplemented);
  return refuseCounted(application, request, reply, problem);
}

/** Refuses with a problem, or with 429 where that is one too many. */
async function refuseCounted(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
): Promise<void> {
  try {
    await countUnrouted(application, request);
  } catch (error) {
    sendProblem(application, request, reply, error);
    return;
  }
  sendProblem(application, request, reply, problem);
}

/** Why there is no version that could answer. */
function versionRefusal(
  { retirement, windDown }: Application,
  request: FastifyRequest,
): Problem | undefined {
  const { resolution, now } = arrivalOf(request);
  if (resolution.kind !== 'resolved') {
    return resolution.kind === 'refused' ? resolution.problem : undefined;
  }
  const { version } = resolution;
  return retirement?.(version, now) ?? windDown?.unavailability(version, now, isNowhere(request));
}

/** Whether no route answers it. One with a method that no resource knows is refused at any address. */
function isNowhere(request: FastifyRequest): boolean {
  return request.is404 || !isKnownMethod(request.method);
}

/** Whether there is a version, and it answers nothing now. */
function isUnavailable(application: Application, request: FastifyRequest): boolean {
  return (
    arrivalOf(request).resolution.kind === 'resolved' &&
    versionRefusal(application, request) !== undefined
  );
}
