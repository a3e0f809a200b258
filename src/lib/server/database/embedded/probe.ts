import pg from 'pg';

/** `starting` includes recovery after a crash; `silent` means no response in time. */
export type ProbeResult = 'ready' | 'starting' | 'silent' | 'down';

const STARTING_OR_STOPPING = /^57P0/;
const TOO_MANY_CONNECTIONS = '53300';

/** Opens a new connection and runs a query, so that the result does not depend on pools. */
export async function probe(url: string, timeoutMs: number): Promise<ProbeResult> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return 'ready';
  } catch (error) {
    return resultOf(error as { code?: string });
  } finally {
    // Not awaited: a frozen server never confirms the end.
    client.end().catch(() => {});
  }
}

/** Any other error, such as a refused password, comes from a program that took the port of a dead server. */
function resultOf({ code = '' }: { code?: string }): ProbeResult {
  if (code === 'ECONNREFUSED') return 'down';
  if (STARTING_OR_STOPPING.test(code)) return 'starting';
  return code === TOO_MANY_CONNECTIONS ? 'ready' : 'silent';
}
