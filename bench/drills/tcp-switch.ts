import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A fixed address whose target port can be switched, like a virtual address or a pooler. */
export async function tcpSwitch(first: number) {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
    }
    near.setNoDelay();
    far.setNoDelay();
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** Breaks all connections and sends new ones to another port. */
    lead(port: number) {
      target = port;
      cut();
    },
    /** Delays bytes that have not passed yet, like a slow network. */
    hold() {
      for (const socket of open) socket.pause().unpipe();
    },
    cut,
    close() {
      cut();
      server.close();
    },
  };
}
