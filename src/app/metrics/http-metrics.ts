import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { isInProcess } from '#lib/server/http/in-process-api.ts';
import { ownTraceOf } from '../tracing/trace-requests.ts';
import { whenEnded } from './request-end.ts';
import { parentOf } from './request-ids.ts';
import { methodOf, routeOf } from './route-of.ts';

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
