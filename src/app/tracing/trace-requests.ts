import type { Context, Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isInProcess } from '#lib/server/http/in-process-api.ts';
import { endSpan, type Tracing } from '#lib/server/tracing/tracing.ts';
import { methodOf, parentOf, routeOf, whenEnded } from '../metrics/request-facts.ts';

const spans = new WeakMap<FastifyRequest, { span: Span; context: Context }>();

/** The id of the trace of a request; undefined while tracing is off. */
export function ownTraceOf(request: FastifyRequest): string | undefined {
  return spans.get(request)?.span.spanContext().traceId;
}

/** Records requests by route pattern. Calls during the rendering of a page are parts of the page's request. */
export function traceRequests(app: FastifyInstance, { api, tracer }: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const method = methodOf(request);
    const isPart = isInProcess(request);
    const outer = isPart ? api.context.active() : outside(request);
    const route = routeOf(request);
    const span = tracer.startSpan(
      `${method} ${route}`,
      {
        kind: isPart ? api.SpanKind.INTERNAL : api.SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'http.route': route, 'carquay.request_id': request.id },
      },
      outer,
    );
    const context = api.trace.setSpan(outer, span);
    spans.set(request, { span, context });
    api.context.with(context, done);
  });
  // After the body was read, because its events do not keep the context.
  app.addHook('preHandler', (request, _reply, done) => {
    api.context.with(spans.get(request)?.context ?? api.ROOT_CONTEXT, done);
  });
  whenEnded(app, (request, _reply, status) => {
    const span = spans.get(request)?.span;
    if (!span) return;
    span.setAttribute('http.response.status_code', status);
    endSpan(span, status >= 500 ? { code: status } : undefined);
  });

  /** The span of the proxy or client that has sent the request. */
  function outside({ headers }: FastifyRequest): Context {
    const parent = parentOf(headers);
    if (!parent) return api.ROOT_CONTEXT;
    const { traceId, spanId, sampled } = parent;
    const traceFlags = sampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE;
    return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  }
}
