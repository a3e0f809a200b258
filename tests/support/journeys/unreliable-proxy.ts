import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a site or database that can stop responding (like a connection in a tunnel) or refuse connections. */
export async function unreliableProxy(site: string) {
  const { hostname, port } = new URL(site);
  const open = new Set<Socket>();
  let state: 'open' | 'unresponsive' | 'refusing' = 'open';
  const server = createServer((near) => {
    if (state === 'refusing') return near.destroy();
    open.add(near.on('error', () => {}).on('close', () => open.delete(near)));
    if (state === 'unresponsive') return near.resume();
    const far = connect(Number(port), hostname).on('error', () => near.destroy());
    open.add(far.on('close', () => open.delete(far)));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const become = (next: typeof state) => {
    state = next;
    for (const socket of open) socket.destroy();
  };
  const ownPort = String((server.address() as AddressInfo).port);
  return {
    origin: `http://127.0.0.1:${ownPort}`,
    connections: () => open.size,
    port: ownPort,
    stopResponding: () => become('unresponsive'),
    refuseConnections: () => become('refusing'),
    recover: () => become('open'),
    /** Keeps existing connections open but stops all traffic on them. */
    freeze: () => {
      for (const socket of open) socket.pause();
    },
    /** Acts like a site or database stopped with SIGSTOP: connections open, but none answers. */
    freezeAll: () => {
      state = 'unresponsive';
      for (const socket of open) socket.pause();
    },
    close: () => {
      become('refusing');
      server.close();
    },
  };
}
