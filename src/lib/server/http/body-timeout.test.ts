import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { limitBodyDuration } from './body-timeout.ts';

const app = Fastify();
limitBodyDuration(app, 100);
app.post('/slow', async () => {
  await new Promise((resolve) => setTimeout(resolve, 200));
  return 'answered';
});
const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());

/** All that the server says to a request, until it hangs up or has answered. */
function answerTo(type: string, length: number): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /slow HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n{}`,
    );
    socket.on('data', (bytes) => {
      said += bytes;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(said));
  });
}

test('a body that does not arrive in time is hung up on; one that has arrived may be thought about for longer', async () => {
  expect(await answerTo('application/json', 10)).toBe('');
  expect(await answerTo('application/json', 2)).toContain('answered');
});
