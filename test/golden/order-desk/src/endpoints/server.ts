import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type HTTPMethods,
} from 'fastify';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import { resolveVersion, type ApiVersion } from '../versioning/uri-path.ts';
import { answerConnectionErrors } from './connection-errors.ts';
import { allowedMethods, isKnownMethod, methodsRefused } from './methods.ts';
import { pipeline } from './pipeline.ts';
import { sendProblem, setCommonHeaders, setVersionHeaders } from './respond.ts';
import type { Operation, Route } from './route.ts';
import { newTraceId } from './trace.ts';

/**
 * A server that knows no route yet. Fastify finds routes and keeps connections; what it would do with bodies,
 * methods and errors by itself is switched off, because the pipeline does it by the rules of the interface.
 */
export function createServer(
  application: Application,
  loggerInstance: FastifyBaseLogger,
): FastifyInstance {
  const { limits } = application;
  const server: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    genReqId: newTraceId,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    http: {
      headersTimeout: limits.headersTimeout,
      // The request line counts as a header for the parser: leave room, so that 414 can be told from 431.
      maxHeaderSize: limits.headers + limits.uri,
      requireHostHeader: false,
    },
    clientErrorHandler: answerConnectionErrors(application),
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply);
      void sendProblem(
        application,
        request,
        reply,
        new Problem(
          builtIn.malformedRequest,
          { detail: 'The path is not percent-encoded UTF-8.' },
          { cause: error },
        ),
      );
    },
  });

  // Bodies are read by the pipeline, after authentication.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => {
    done(null);
  });

  server.addHook('onRequest', (request, reply, done) => {
    const refusal = refuse(application, request.raw.rawHeaders, request.url);
    if (refusal === undefined) {
      done();
      return;
    }
    setCommonHeaders(request, reply);
    void sendProblem(application, request, reply, refusal);
  });

  server.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        // The pattern, not the address: identifiers and filters do not belong into logs.
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });

  server.setNotFoundHandler((request, reply) => {
    setCommonHeaders(request, reply);
    return sendProblem(
      application,
      request,
      reply,
      notFound(application, request.method, request.url),
    );
  });
  server.setErrorHandler((error, request, reply) => {
    setCommonHeaders(request, reply);
    return sendProblem(application, request, reply, error);
  });
  return server;
}

/** Registers routes: their operations, HEAD and OPTIONS, and 405 for every other method. */
export function mount(
  server: FastifyInstance,
  application: Application,
  routes: readonly Route[],
  version?: ApiVersion,
): void {
  const prefix = version === undefined ? '' : `/v${String(version.major)}`;
  for (const route of routes) {
    const url = prefix + route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const allow = allowedMethods(route);
    for (const [method, operation] of Object.entries(route.operations)) {
      const handler = pipeline(application, operation, version);
      server.route({
        method: method === 'GET' ? ['GET', 'HEAD'] : (method as HTTPMethods),
        url,
        handler,
      });
    }
    server.options(url, (request, reply) => {
      setCommonHeaders(request, reply);
      if (version !== undefined) setVersionHeaders(reply, version, application.versions);
      const patch = patchTypes(route.operations.PATCH);
      if (patch !== undefined) reply.header('accept-patch', patch);
      return reply.header('allow', allow).header('content-length', '0').code(200).send();
    });
    server.route({
      method: methodsRefused(route),
      url,
      handler: (request, reply) => {
        setCommonHeaders(request, reply);
        if (version !== undefined) setVersionHeaders(reply, version, application.versions);
        request.raw.resume();
        const problem = new Problem(builtIn.methodNotAllowed, { headers: { allow } });
        return sendProblem(application, request, reply, problem);
      },
    });
  }
}

function patchTypes(operation: Operation | undefined): string | undefined {
  return operation?.body?.mediaTypes.join(', ');
}

/** What is refused whatever the route is. */
function refuse(
  { limits }: Application,
  rawHeaders: readonly string[],
  url: string,
): Problem | undefined {
  if (url.length > limits.uri) {
    return new Problem(builtIn.uriTooLong, {
      headers: { connection: 'close' },
      members: { limit: limits.uri },
    });
  }
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
  // RFC 9112, section 3.2. HTTP/1.0 may leave it out, and nothing of ours needs HTTP/1.0.
  if (hosts !== 1) {
    return new Problem(builtIn.malformedRequest, {
      detail: 'A request carries exactly one Host header.',
    });
  }
  return undefined;
}

function notFound({ versions }: Application, method: string, url: string): Problem {
  // RFC 9110, section 9.1: a method that no resource of this server knows.
  if (!isKnownMethod(method)) return new Problem(builtIn.notImplemented);
  const resolution = resolveVersion(url.split('?', 1)[0] ?? url, versions);
  if (resolution.kind === 'resolved') return new Problem(builtIn.notFound);
  return new Problem(builtIn.unknownVersion, {
    members: { supportedVersions: versions.map((version) => version.major) },
  });
}
