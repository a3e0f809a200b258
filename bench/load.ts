import autocannon from 'autocannon';

export type Load = { perSecond: number; p50: number; p99: number };

const CONNECTIONS = 16;
const WARM_UP_S = 1;
const MEASURED_S = 4;

/** Asks for the paths in turn over 16 connections. Any answer but 200 fails the bench: a fast error is no answer. */
export async function load(origin: string, paths: string[], headers: Record<string, string> = {}): Promise<Load> {
  const options = {
    url: origin,
    connections: CONNECTIONS,
    requests: paths.map((path) => ({ method: 'GET' as const, path, headers })),
  };
  await autocannon({ ...options, duration: WARM_UP_S });
  const result = await autocannon({ ...options, duration: MEASURED_S });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0) throw new Error(`${bad} of ${result.requests.total} answers for ${paths[0]} were errors`);
  return { perSecond: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}
