import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_EVERY_MS = 500;
/** Shorter than the site's keep-alive; the proxy must not use a connection that the site is closing. */
const IDLE_MS = 2_000;

type Backend = { port: number; agent: Agent; isUp: boolean };

/**
 * A load balancer like the usual ones: it alternates, polls /api/ready twice a second, and sends nothing to a process that is not
 * ready. It retries nothing.
 */
export async function smallProxy(ports: number[]) {
  const backends: Backend[] = ports.map((port) => ({
    port,
    agent: new Agent({ keepAlive: true, timeout: IDLE_MS }),
    isUp: true,
  }));
  let turn = 0;
  const check = async (backend: Backend) => {
    const response = await fetch(`http://127.0.0.1:${backend.port}/api/ready`).catch(() => null);
    await response?.arrayBuffer();
    backend.isUp = response?.status === 200;
  };
  const checking = setInterval(() => void Promise.all(backends.map(check)), CHECK_EVERY_MS);
  const server = createServer((near, answer) => {
    const up = backends.filter(({ isUp }) => isUp);
    const backend = up[turn++ % up.length];
    if (!backend) return void answer.writeHead(502).end();
    const { port, agent } = backend;
    const { connection: _, ...headers } = near.headers;
    const far = send({ host: '127.0.0.1', port, agent, method: near.method, path: near.url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    far.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    near.pipe(far);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isUp: (port: number) => backends.some((backend) => backend.port === port && backend.isUp),
    close() {
      clearInterval(checking);
      server.close();
      server.closeAllConnections();
      for (const { agent } of backends) agent.destroy();
    },
  };
}
