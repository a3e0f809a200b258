import { randomUUID } from 'node:crypto';
import { type OutgoingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import { serializeError } from '#lib/server/http/error-body.ts';
import { ERROR_TYPE, toErrorBody } from './error-responses.ts';

type Refusal = { status: number; error: AppError };
type Connection = Socket & { _httpMessage?: OutgoingMessage };

const UNREADABLE: Refusal = { status: 400, error: new AppError('malformed', 'a request that is no HTTP') };
const BY_CODE: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: new AppError('malformed', 'a request that takes too long', { messageKey: 'errors.tooSlow' }),
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: new AppError('too_large', 'chunk extensions too large') },
  HPE_HEADER_OVERFLOW: { status: 431, error: new AppError('too_large', 'headers too large') },
};

/** Answers what Node could not read as a request like every other error, and hangs up: who knows where the next one begins. */
export function rejectUnread(headers: Record<string, string>) {
  return function (this: FastifyInstance, failure: Error & { code?: string }, socket: Connection): void {
    if (failure.code === 'ECONNRESET' || socket.destroyed) return;
    const { status, error } = BY_CODE[failure.code ?? ''] ?? UNREADABLE;
    const requestId = randomUUID();
    this.log.debug({ reqId: requestId, err: failure }, error.message);
    if (socket.writable && !socket._httpMessage?.headersSent) {
      socket.write(answer(status, headers, serializeError(toErrorBody(error, requestId))));
    }
    socket.destroy(failure);
  };
}

function answer(status: number, headers: Record<string, string>, body: string): string {
  const all = {
    date: new Date().toUTCString(),
    connection: 'close',
    ...headers,
    'cache-control': 'no-store',
    'content-type': ERROR_TYPE,
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** What Node and Fastify would otherwise answer by themselves, without our headers: no host, odd expectations, a server that stops. */
export function rejectEarly(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  app.server.on('checkExpectation', app.routing);
  app.addHook('onRequest', (request, _reply, done) => {
    if (stopping) done(new AppError('overloaded', 'the server stops', { retryAfter: 2 }));
    else if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      done(new AppError('malformed', 'no host'));
    else done();
  });
}
