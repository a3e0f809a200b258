import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const GIVEN_ID = /^[\w.-]{8,64}$/;
/** https://www.w3.org/TR/trace-context/ */
const TRACE = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Takes the id that a trusted proxy gave the request, or makes one. */
export function requestIds(trustProxy: number): (request: Pick<IncomingMessage, 'headers'>) => string {
  return ({ headers }) => {
    const given = headers['x-request-id'];
    return trustProxy > 0 && typeof given === 'string' && GIVEN_ID.test(given) ? given : randomUUID();
  };
}

/** The trace id of a `traceparent` header; undefined if there is none or it is invalid. */
export function traceOf(headers: IncomingMessage['headers']): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? TRACE.exec(traceparent)?.[1] : undefined;
}

/** Returns the request id in `x-request-id`, and a valid `traceparent` as it came. */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (traceOf(request.headers)) reply.header('traceparent', request.headers.traceparent);
    done();
  });
}
