import type { Attributes, Span, SpanKind, Tracer } from '@opentelemetry/api';

/** The packages of OpenTelemetry are loaded only while traces are recorded, so other modules import their types only. */
export type Tracing = { api: typeof import('@opentelemetry/api'); tracer: Tracer };

let current: Tracing | null = null;

/** The tracing of this process; null while it is off. */
export const currentTracing = (): Tracing | null => current;

export function setTracing(tracing: Tracing | null): void {
  current = tracing;
}

/** Begins a span within the running one. Returns null if that one is not recorded, or if there is none. */
export function beginPart(
  describe: () => { name: string; kind: keyof typeof SpanKind; attributes: Attributes },
): Span | null {
  if (current === null) return null;
  const { api, tracer } = current;
  if (!api.trace.getActiveSpan()?.isRecording()) return null;
  const { name, kind, attributes } = describe();
  return tracer.startSpan(name, { kind: api.SpanKind[kind], attributes });
}

/** Ends a span. An error is noted by its code or type only, because messages may quote personal data. */
export function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined && current !== null) {
    span.setAttribute('error.type', errorType(error));
    span.setStatus({ code: current.api.SpanStatusCode.ERROR });
  }
  span.end();
}

/** Runs work as a separate trace. */
export async function traceAlone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (current === null) return work();
  const { api, tracer } = current;
  const span = tracer.startSpan(name, { root: true });
  return api.context.with(api.trace.setSpan(api.ROOT_CONTEXT, span), async () => {
    try {
      const result = await work();
      endSpan(span);
      return result;
    } catch (error) {
      endSpan(span, error);
      throw error;
    }
  });
}

function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown').slice(0, 80);
}
