import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { S3Files } from './s3-files.ts';

test('a bucket that stops in the middle of a file fails the read', async () => {
  const stopping = createServer((_request, response) =>
    response.writeHead(200, { 'content-length': 10 }).write('half'),
  );
  stopping.listen(0, '127.0.0.1');
  await once(stopping, 'listening');
  const settings = { bucket: 'cars', region: 'us-east-1', forcePathStyle: true };
  const endpoint = `http://127.0.0.1:${(stopping.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const store = new S3Files({ ...settings, endpoint, credentials }, { responseTimeoutMs: 200 });
  const file = await store.read('pictures/photo-1/master.jpg');
  await expect(buffer(file!.stream)).rejects.toThrow('inactivity');
  stopping.close().closeAllConnections();
});
