import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Config } from '#lib/server/config/config.ts';
import { isInProcess } from '#lib/server/http/in-process-api.ts';
import { ownTraceOf } from '../tracing/trace-requests.ts';
import { methodOf, parentOf, routeOf, whenEnded } from './request-facts.ts';

const MAX_MESSAGE_LENGTH = 500;

/** Options of the JSON logger. Its serializers are allow-lists: other fields of requests and errors are not logged. */
export function logger({ logLevel }: Pick<Config, 'logLevel'>, stream?: NodeJS.WritableStream) {
  return { level: logLevel, serializers: { req: requestForLog, err: errorForLog }, ...(stream && { stream }) };
}

/** Omits the query string, which may contain a secret token or personal input, the headers and the body. */
function requestForLog({ id, method, url }: { id: string; method: string; url: string }) {
  return { id, method, path: url.split('?', 1)[0] };
}

/** Omits the other fields of database errors, because their details quote stored values. */
function errorForLog(error: Error & { code?: string }) {
  const { name, code, message, stack } = error;
  return { type: name, message: message.slice(0, MAX_MESSAGE_LENGTH), stack: stack ?? '', ...(code && { code }) };
}

/** Seconds. Goals of the site are 0.2 s for lists and 5 s for any response. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10];

/** Writes one line per request at the level info. It has no address, no query and nothing about the visitor. */
export function logRequests(app: FastifyInstance): void {
  whenEnded(app, (request, reply, status) => {
    if (isInProcess(request)) return;
    const { method, headers } = request;
    const trace = ownTraceOf(request) ?? parentOf(headers)?.traceId;
    const bytes = Number(reply.getHeader('content-length')) || undefined;
    const ms = Math.round(reply.elapsedTime);
    request.log.info(
      { method, route: routeOf(request), status, ms, ...(bytes && { bytes }), ...(trace && { trace }) },
      'request',
    );
  });
}

/** Measures every request that came over the network. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'carquay_http_request_duration_seconds',
    help: 'Time from the request to the end of the response, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const running = new Gauge({
    name: 'carquay_http_requests_running',
    help: 'Requests that are not answered yet',
    registers: [registry],
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isInProcess(request)) running.inc();
    done();
  });
  whenEnded(app, (request, reply, status) => {
    if (isInProcess(request)) return;
    running.dec();
    duration.observe(
      { method: methodOf(request), route: routeOf(request), status: String(status) },
      reply.elapsedTime / 1_000,
    );
  });
}
