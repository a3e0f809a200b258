import { once } from 'node:events';
import { createServer } from 'node:http';
import net from 'node:net';
import type { Registry } from 'prom-client';
import { ConfigError } from '#lib/config-error.ts';
import type { Config } from '#lib/server/config/config.ts';

type Address = Pick<Config, 'host' | 'port' | 'metricsPort'>;

/** A name server that is silent would delay the error by half a minute. */
const MAX_MS = 5_000;

/** Listens briefly on the ports of the settings, to find an unusable one before the database starts. */
export async function tryPorts({ host, port, metricsPort }: Address): Promise<void> {
  for (const [setting, each] of [['PORT', port] as const, ['METRICS_PORT', metricsPort] as const]) {
    if (each === undefined) continue;
    const server = net.createServer();
    try {
      server.listen(each, host);
      await once(server, 'listening', { signal: AbortSignal.timeout(MAX_MS) });
    } catch (error) {
      throw listenError(error, { host, setting, port: each });
    } finally {
      server.close();
    }
  }
}

/** Turns errors of listening into a `ConfigError`; returns any other error unchanged. */
export function listenError(
  error: unknown,
  { host, setting, port }: { host: string; setting: 'PORT' | 'METRICS_PORT'; port: number },
): unknown {
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new ConfigError(`Port ${port} is already in use. Set ${setting} to a free port.`, error);
  if (code === 'EACCES')
    return new ConfigError(`No permission to listen on port ${port}. Set ${setting} to a number above 1023.`, error);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code) || name === 'AbortError')
    return new ConfigError(
      `HOST ${host} is not an address of this machine. Set HOST to 0.0.0.0 or to one of its addresses.`,
      error,
    );
  return error;
}

/** Serves /metrics on a separate port, to which the proxy must not forward. */
export async function serveMetrics(registry: Registry, host: string, port: number): Promise<() => Promise<void>> {
  const server = createServer(async ({ url, method }, response) => {
    if (url !== '/metrics' || method !== 'GET') return void response.writeHead(404).end();
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error) => {
    throw listenError(error, { host, setting: 'METRICS_PORT', port });
  });
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}
