import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#paths.ts';

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

type TraceParent = { traceId: string; spanId: string; sampled: boolean };

/** The `traceparent` header; null if there is none or it is invalid. */
export function parentOf({ traceparent }: IncomingMessage['headers']): TraceParent | null {
  const [, traceId, spanId, flags] = (typeof traceparent === 'string' && TRACE_PARENT.exec(traceparent)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** Returns the request id in `x-request-id`, and a valid `traceparent` unchanged. */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (parentOf(request.headers)) reply.header('traceparent', request.headers.traceparent);
    done();
  });
}

/** Status of a request whose client went away before the response, as proxies log it. It is never sent. */
const CLIENT_GONE = 499;

type Ended = (request: FastifyRequest, reply: FastifyReply, status: number) => void;

/** Calls `ended` once per request: after the response, or when the client has gone, which Fastify's onResponse omits. */
export function whenEnded(app: FastifyInstance, ended: Ended): void {
  const open = new WeakSet<FastifyRequest>();
  const end: Ended = (request, reply, status) => {
    if (open.delete(request)) ended(request, reply, status);
  };
  app.addHook('onRequest', (request, reply, done) => {
    open.add(request);
    reply.raw.once('close', () => end(request, reply, reply.raw.writableFinished ? reply.statusCode : CLIENT_GONE));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply, reply.statusCode);
    done();
  });
}

const firstPart = (path: string) => path.split('/', 2)[1] ?? '';

/** The patterns of the pages, by the first part of their path. */
const pages = Map.groupBy(
  Object.values(paths).map((pattern) => ({
    pattern,
    matches: new RegExp(`^${pattern.replace(/:[a-zA-Z]+/g, '[^/]+')}$`),
  })),
  ({ pattern }) => firstPart(pattern),
);

/** React Router asks for the data of a page at these addresses. */
const DATA = /\.data$/;
const HOME_DATA = /^\/_(root)?\.data$/;

/** The pattern of a request's route, never its address, which may contain names, ids and secret tokens. */
export function routeOf({ url: address, routeOptions: { url } }: FastifyRequest): string {
  return url === '/*' ? pagePattern(address.split('?', 1)[0] ?? '') : (url ?? 'none');
}

/** The pattern of a page, or `page` if there is none at the path. */
export function pagePattern(path: string): string {
  const page = path.replace(HOME_DATA, '/').replace(DATA, '');
  return pages.get(firstPart(page))?.find(({ matches }) => matches.test(page))?.pattern ?? 'page';
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Node takes some thirty methods; those that no route has share one name. */
export const methodOf = ({ method }: FastifyRequest): string => (METHODS.has(method) ? method : 'other');
