import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, expect, test, vi } from 'vitest';
import { limitBodyDuration } from './body-timeout.ts';

const app = Fastify();
limitBodyDuration(app, 100);
app.post('/slow', async () => {
  await new Promise((resolve) => setTimeout(resolve, 200));
  return 'answered';
});
const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());

/** Returns everything the server sends until it closes the connection. */
function responseTo(type: string, length: number): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /slow HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n{}`,
    );
    socket.on('data', (bytes) => {
      received += bytes;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

test('closes the connection if the body arrives too slowly, but does not limit the handler', async () => {
  expect(await responseTo('application/json', 10)).toBe('');
  expect(await responseTo('application/json', 2)).toContain('answered');
});

test('stops counting when the body has arrived, before the handler runs', async () => {
  const counted = Fastify();
  limitBodyDuration(counted, 30_000);
  counted.post('/timers', async () => vi.getTimerCount());
  await counted.ready();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { body } = await counted.inject({ method: 'POST', url: '/timers', payload: {} });
  expect(body).toBe('0');
});
