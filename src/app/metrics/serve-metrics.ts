import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import { listenError } from '../start/try-ports.ts';

/** Serves /metrics on a port of its own, which the proxy must not forward to. */
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
