import type { Sampler } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '#lib/server/config/config.ts';
import type { ServiceState } from '#lib/server/services/service-watch.ts';
import { setTracing } from '#lib/server/tracing/tracing.ts';
import { productVersion } from '../start/start-report.ts';

/** Spans that wait to be sent, some 2 MB. More are dropped. */
const MAX_WAITING = 2_048;
const MAX_SEND_MS = 5_000;
const TIMES = {
  sendEveryMs: 2_000,
  /** The end of the process does not wait longer for a silent collector. */
  maxEndMs: 2_000,
};

const TRACE_COLLECTOR = 'trace collector';

export type OpenTracing = { state(): ServiceState; stop(): Promise<void> };

type Needs = { settings: TraceSettings; trustProxy: number; report: (line: string) => void; times?: typeof TIMES };

/**
 * Records traces and sends them to an OTLP collector. Loads OpenTelemetry only when called. If the collector fails, its
 * traces are dropped and the failure is reported once.
 */
export async function openTracing({ settings, trustProxy, report, times = TIMES }: Needs): Promise<OpenTracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { AsyncLocalStorageContextManager }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
    ]);
  const url = `${settings.endpoint}/v1/traces`;
  const exporter = new OTLPTraceExporter({
    url,
    headers: settings.headers,
    timeoutMillis: MAX_SEND_MS,
    concurrencyLimit: 2,
  });
  const { state, note } = collectorState(new URL(url).host, report);
  const noted: typeof exporter.export = (spans, done) =>
    exporter.export(spans, (result) => {
      note(result.error ?? null);
      done(result);
    });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': productVersion() }),
    sampler: samplerOf(sdk, settings.ratio, trustProxy > 0),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: { export: noted, shutdown: () => exporter.shutdown(), forceFlush: () => exporter.forceFlush() },
        maxQueueSize: MAX_WAITING,
        scheduledDelayMillis: times.sendEveryMs,
        exportTimeoutMillis: MAX_SEND_MS + 1_000,
      }),
    ],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  api.context.setGlobalContextManager(contexts);
  setTracing({ api, tracer: provider.getTracer('carquay') });
  return {
    state,
    async stop() {
      setTracing(null);
      const late = AbortSignal.timeout(times.maxEndMs);
      const ended = provider.shutdown().catch(() => {});
      await Promise.race([ended, new Promise((resolve) => late.addEventListener('abort', resolve))]);
      api.context.disable();
    },
  };
}

/** Reports a collector when it begins to fail and when it works again. */
function collectorState(host: string, report: (line: string) => void) {
  let state: ServiceState = { name: TRACE_COLLECTOR, works: true, since: new Date(), reason: null };
  return {
    state: () => state,
    note(error: Error | null) {
      if (state.works === (error === null)) return;
      const reason = error && failureOf(error);
      state = { name: TRACE_COLLECTOR, works: error === null, since: new Date(), reason };
      report(
        error === null
          ? `The trace collector ${host} works again.`
          : `Warning: The trace collector ${host} cannot be reached (${reason}). Traces are dropped until it can.`,
      );
    },
  };
}

/** Codes only, because messages may repeat what was sent. */
function failureOf({ name, code, cause }: Error & { code?: unknown }): string {
  return String(code ?? (cause as { code?: unknown } | undefined)?.code ?? name);
}

/**
 * Follows the decision of a trusted proxy. Otherwise samples at random, ignoring the decision and the trace id in the
 * request's header, with which anyone could have all requests recorded.
 */
export function samplerOf(
  sdk: typeof import('@opentelemetry/sdk-trace'),
  ratio: number,
  trustsParent: boolean,
): Sampler {
  const { RECORD_AND_SAMPLED, NOT_RECORD } = sdk.SamplingDecision;
  const chance: Sampler = {
    shouldSample: () => ({ decision: Math.random() < ratio ? RECORD_AND_SAMPLED : NOT_RECORD }),
    toString: () => `Chance{${ratio}}`,
  };
  return new sdk.ParentBasedSampler({
    root: new sdk.TraceIdRatioBasedSampler(ratio),
    ...(!trustsParent && { remoteParentSampled: chance, remoteParentNotSampled: chance }),
  });
}
