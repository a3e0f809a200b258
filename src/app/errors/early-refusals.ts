import { randomUUID } from 'node:crypto';
import { type OutgoingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import type { Config } from '#lib/server/config/config.ts';
import { serializeError } from '#lib/server/http/error-body.ts';
import { requestTranslator } from '#lib/server/i18n/languages.ts';
import { ERROR_TYPE, toErrorBody } from './error-responses.ts';

type EarlyResponse = { status: number; error: AppError };
type Connection = Socket & { _httpMessage?: OutgoingMessage };

const UNREADABLE: EarlyResponse = { status: 400, error: new AppError('malformed', 'the request is not valid HTTP') };
const BY_CODE: Record<string, EarlyResponse> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: new AppError('malformed', 'the request took too long', { messageKey: 'errors.tooSlow' }),
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: new AppError('too_large', 'chunk extensions too large') },
  HPE_HEADER_OVERFLOW: { status: 431, error: new AppError('too_large', 'headers too large') },
};

/**
 * Answers requests that Node could not parse with the usual error body, then closes the connection, because the start
 * of the next request is unknown.
 */
export function rejectUnparsed(headers: Record<string, string>) {
  return function (this: FastifyInstance, cause: Error & { code?: string }, socket: Connection): void {
    if (cause.code === 'ECONNRESET' || socket.destroyed) return;
    const { status, error } = BY_CODE[cause.code ?? ''] ?? UNREADABLE;
    const requestId = randomUUID();
    this.log.debug({ reqId: requestId, err: cause }, error.message);
    if (socket.writable && !socket._httpMessage?.headersSent) {
      socket.write(rawResponse(status, headers, serializeError(toErrorBody(error, requestId, requestTranslator()))));
    }
    socket.destroy(cause);
  };
}

function rawResponse(status: number, headers: Record<string, string>, body: string): string {
  const fields = {
    date: new Date().toUTCString(),
    connection: 'close',
    ...headers,
    'cache-control': 'no-store',
    'content-type': ERROR_TYPE,
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** Node uses the first of several Host headers, but a proxy may use another. Names and values alternate. */
function hasTwoHosts(rawHeaders: string[]): boolean {
  let hosts = 0;
  for (let name = 0; name < rawHeaders.length; name += 2) if (rawHeaders[name]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}

const CLOSE_IDLE_EVERY_MS = 50;

/**
 * Closes connections that would delay a shutdown: unused ones, which browsers open in advance, and those whose response
 * ends later. Node closes only connections that are idle when the shutdown begins.
 */
export function closeUnused(app: FastifyInstance): void {
  const { server } = app;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    const closing = setInterval(() => {
      server.closeIdleConnections();
      if (open.size === 0) clearInterval(closing);
    }, CLOSE_IDLE_EVERY_MS);
    done();
  });
}

/**
 * Handles requests that Node or Fastify would answer without our headers: a missing or second Host, an unknown `Expect`,
 * and requests during a shutdown.
 */
export function rejectEarly(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  app.server.on('checkExpectation', app.routing);
  app.addHook('onRequest', (request, _reply, done) => {
    if (stopping) done(new AppError('overloaded', 'the server is shutting down', { retryAfter: 2 }));
    else if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      done(new AppError('malformed', 'no Host header'));
    else if (hasTwoHosts(request.raw.rawHeaders)) done(new AppError('malformed', 'two Host headers'));
    else done();
  });
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Rejects state-changing requests that a page of another site made the browser send (CSRF). */
export function rejectCrossSiteWrites(app: FastifyInstance, config: Config): void {
  const ownOrigin = config.publicUrl;
  app.addHook('onRequest', (request, _reply, done) =>
    done(SAFE_METHODS.has(request.method) ? undefined : crossSiteError(request, ownOrigin)),
  );
}

function crossSiteError({ headers, host }: FastifyRequest, ownOrigin: string | undefined): AppError | undefined {
  const site = headers['sec-fetch-site'];
  // Trust Sec-Fetch-Site over Origin: pages with the no-referrer policy send their forms with `Origin: null`.
  if (site === 'same-origin') return undefined;
  if (site !== undefined && site !== 'none') return crossSite(`sec-fetch-site ${site}`);
  const { origin } = headers;
  const own = origin === undefined || origin === ownOrigin || sameHost(origin, host);
  return own ? undefined : crossSite('origin of another site');
}

function crossSite(reason: string): AppError {
  return new AppError('forbidden', reason);
}

function sameHost(origin: string, host: string): boolean {
  return URL.parse(origin)?.host === host;
}
