import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { ConfigError } from '#lib/config-error.ts';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { tryPorts } from './try-ports.ts';

const host = '127.0.0.1';

test('leaves free ports free', async () => {
  const [port, metricsPort] = [await freePort(), await freePort()];
  await tryPorts({ host, port, metricsPort });
  await tryPorts({ host, port, metricsPort });
});

test('refuses a port in use and a host of another machine with one sentence', async () => {
  const other = createServer().listen(0, host);
  await once(other, 'listening');
  const { port: used } = other.address() as AddressInfo;
  const free = await freePort();
  const refused = async (address: Parameters<typeof tryPorts>[0]) => {
    const error = await tryPorts(address).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    return error.message;
  };
  expect(await refused({ host, port: used, metricsPort: undefined })).toBe(
    `Port ${used} is already in use. Set PORT to a free port.`,
  );
  expect(await refused({ host, port: free, metricsPort: used })).toBe(
    `Port ${used} is already in use. Set METRICS_PORT to a free port.`,
  );
  for (const wrong of ['203.0.113.9', 'none.invalid', '2001:db8::1'])
    expect(await refused({ host: wrong, port: free, metricsPort: undefined })).toBe(
      `HOST ${wrong} is not an address of this machine. Set HOST to 0.0.0.0 or to one of its addresses.`,
    );
  other.close();
});
