import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { ConfigError } from '#lib/config-error.ts';
import type { BackupPlace } from '#lib/server/backup/backup-store.ts';
import { afterFile } from '../../../tests/support/runner/after-file.ts';
import { scratchFolder } from '../../../tests/support/runner/scratch-folder.ts';
import { withPlace } from './backup-place.ts';

async function bucketThat(answer: RequestListener): Promise<BackupPlace> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  afterFile(async () => void server.close().closeAllConnections());
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return { s3: { bucket: 'safe', region: 'us-east-1', endpoint, credentials, forcePathStyle: true }, prefix: 'one' };
}

const refuse = (status: number, code: string): RequestListener => {
  const body = `<Error><Code>${code}</Code><Message>no</Message></Error>`;
  return (_request, response) => response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
};

test.each([
  [
    'is busy',
    refuse(503, 'SlowDown'),
    'The backup place s3://safe/one does not respond (SlowDown (503)). Run the command again once it does.',
  ],
  ['refuses the keys', refuse(403, 'AccessDenied'), 'The bucket safe cannot be used: AccessDenied (403).'],
  [
    'hangs',
    () => {},
    'The backup place s3://safe/one does not respond (TimeoutError). Run the command again once it does.',
  ],
])('a command ends with one sentence if the bucket %s', async (_case, answer, message) => {
  const work = vi.fn(async () => {});
  const running = withPlace(await bucketThat(answer as RequestListener), work, 200);
  await expect(running).rejects.toThrow(ConfigError);
  await expect(running).rejects.toThrow(message);
  expect(work).not.toHaveBeenCalled();
});

test('passes on errors that do not come from a bucket', async () => {
  const folder = await scratchFolder();
  const fault = new Error('a bug');
  await expect(withPlace({ folder }, () => Promise.reject(fault))).rejects.toBe(fault);
});
