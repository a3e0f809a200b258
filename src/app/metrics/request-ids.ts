import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const GIVEN_ID = /^[\w.-]{8,64}$/;
/** https://www.w3.org/TR/trace-context/ */
const TRACE_PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;

/** Takes the id that a trusted proxy gave the request, or makes one. */
export function requestIds(trustProxy: number): (request: Pick<IncomingMessage, 'headers'>) => string {
  return ({ headers }) => {
    const given = headers['x-request-id'];
    return trustProxy > 0 && typeof given === 'string' && GIVEN_ID.test(given) ? given : randomUUID();
  };
}

export type TraceParent = { traceId: string; spanId: string; sampled: boolean };

/** The `traceparent` header; null if there is none or it is invalid. */
export function parentOf({ traceparent }: IncomingMessage['headers']): TraceParent | null {
  const [, traceId, spanId, flags] = (typeof traceparent === 'string' && TRACE_PARENT.exec(traceparent)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** Returns the request id in `x-request-id`, and a valid `traceparent` as it came. */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (parentOf(request.headers)) reply.header('traceparent', request.headers.traceparent);
    done();
  });
}
