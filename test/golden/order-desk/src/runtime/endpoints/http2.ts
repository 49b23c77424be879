import type {
  Http2Server,
  Http2ServerRequest,
  Http2ServerResponse,
  ServerHttp2Session,
} from 'node:http2';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Limits } from '../limits/limits.ts';
import { nodeModules } from '../service/node-modules.ts';

/** Requests that one connection may have open; a browser opens no more. */
const concurrentStreams = 100;
/** Frames that cost the client nothing and ask for work: so many at once, and so many in a second. */
const controlFrames = { burst: 200, perSecond: 20 };
/** What a field of the head counts for besides its name and value (RFC 9113, section 6.5.2). */
const fieldOverhead = 32;
/** More fields than any request needs; each has that overhead. */
const headerFields = 500;
/** Milliseconds that a connection has to end after it was asked to. */
const farewell = 5000;

export interface Http2 {
  readonly server: Http2Server;
  /** Tells every client, also one that connects later, to open no more requests here (GOAWAY), and ends connections without any. */
  close(): void;
}

/**
 * HTTP/2 for connections that another server hands over. Requests and answers have the shape of those of HTTP/1.1, so
 * everything behind is the same for both; what one client can have the service do without sending a request is bounded.
 */
export function createHttp2(
  limits: Limits,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Http2 {
  const server = nodeModules.http2.createServer({
    settings: {
      enablePush: false,
      maxConcurrentStreams: concurrentStreams,
      // Leaves room, so that what is too long is answered, and not only reset.
      maxHeaderListSize: 2 * (limits.headers + limits.uri) + headerFields * fieldOverhead,
    },
    maxHeaderListPairs: headerFields,
    // The client opens and resets in turn: work without end that never counts as concurrent (CVE-2023-44487).
    streamResetBurst: 200,
    streamResetRate: 20,
    maxSessionInvalidFrames: 100,
    maxSessionRejectedStreams: 100,
    maxSettings: 32,
  });
  const sessions = new Set<GuardedSession>();
  let isClosing = false;
  server.on('session', (session) => {
    boundFloods(session);
    const guarded = guard(session, limits);
    sessions.add(guarded);
    if (isClosing) guarded.end();
    session.once('close', () => sessions.delete(guarded));
  });
  server.on('request', (request, response) => {
    boundTime(request, limits);
    endRest(request);
    handler(...asHttp1(request, response));
  });
  return {
    server,
    close() {
      isClosing = true;
      for (const session of sessions) session.end();
    },
  };
}

/** `:authority` is what Host is in HTTP/1.1 (RFC 9113, section 8.3.1). */
function asHttp1(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
): [IncomingMessage, ServerResponse] {
  request.headers.host ??= request.headers[':authority'];
  // Node makes them to be used in place of each other, and its types do not know that.
  return [request as unknown as IncomingMessage, response as unknown as ServerResponse];
}

/** An answer may be complete before its request is: the rest is not read (RFC 9113, section 8.1). */
function endRest({ stream }: Http2ServerRequest): void {
  stream.once('finish', () => {
    if (!stream.readableEnded) stream.close(nodeModules.http2.constants.NGHTTP2_NO_ERROR);
  });
}

/** Like `requestTimeout` of HTTP/1.1: readers of the body get an error if it does not arrive. */
function boundTime(request: Http2ServerRequest, { requestTimeout }: Limits): void {
  const { stream } = request;
  if (stream.endAfterHeaders) return;
  const timer = setTimeout(() => {
    request.emit('timeout');
  }, requestTimeout);
  timer.unref();
  const stop = () => {
    clearTimeout(timer);
  };
  request.once('end', stop);
  request.once('close', stop);
}

/** Settings and pings have to be answered each: a client that sends little else is sent away. */
function boundFloods(session: ServerHttp2Session): void {
  let level = 0;
  let at = performance.now();
  const count = () => {
    const now = performance.now();
    level = Math.max(0, level - ((now - at) / 1000) * controlFrames.perSecond) + 1;
    at = now;
    if (level > controlFrames.burst && !session.destroyed) {
      session.destroy(undefined, nodeModules.http2.constants.NGHTTP2_ENHANCE_YOUR_CALM);
    }
  };
  session.on('ping', count);
  session.on('remoteSettings', count);
}

interface GuardedSession {
  /** Requests that are open are answered, and no more are taken. */
  end(): void;
}

/** Ends a connection on which nothing is asked, whatever else is sent on it. */
function guard(
  session: ServerHttp2Session,
  { headersTimeout, keepAliveTimeout }: Limits,
): GuardedSession {
  let open = 0;
  let timer: NodeJS.Timeout | undefined;
  const after = (milliseconds: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
    timer.unref();
  };
  const end = () => {
    session.close();
    giveUp();
  };
  /** A client that does not take the end is cut off. */
  const giveUp = () => {
    if (open === 0 && !session.destroyed) after(farewell, () => session.destroy());
  };
  after(headersTimeout, end);
  session.on('stream', (stream) => {
    open += 1;
    clearTimeout(timer);
    stream.once('close', () => {
      open -= 1;
      if (open > 0) return;
      if (session.closed) giveUp();
      else after(keepAliveTimeout, end);
    });
  });
  session.once('close', () => {
    clearTimeout(timer);
  });
  return { end };
}
