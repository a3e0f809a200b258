import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { EventStreams } from '#lib/server/http/event-streams.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { testApp } from '../../../../../tests/support/server/test-app.ts';
import { LiveThreads } from './live-threads.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);

/** Opens streams to a server of their own, and collects what they receive. */
async function streamsFor(userIds: number[]) {
  const streams = new EventStreams();
  let next = 0;
  const server = createServer((_, response) => streams.open(userIds[next++] ?? 0, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const received: string[] = [];
  const clients: IncomingMessage[] = [];
  for (const at of userIds.keys()) {
    const [response] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
    received[at] = '';
    response.setEncoding('utf8').on('data', (text: string) => {
      received[at] += text;
    });
    clients.push(response);
  }
  onTestFinished(() => {
    streams.close();
    server.close();
  });
  return { streams, received, clients };
}

let count = 0;
async function message(buyerId: number, sellerId: number, held = false): Promise<string> {
  const number = `QBBBBBB${String.fromCharCode(66 + 1 + count, 70 + count++)}`.replace(/[EIOU]/g, 'X');
  await pool.query(
    `with thread as (insert into threads (number, buyer_id, seller_id) values ($1, $2, $3) returning id)
     insert into thread_messages (thread_id, side, key, content_hash, body, held)
     select id, 'buyer', gen_random_uuid()::text, '', 'Hello', $4 from thread`,
    [number, buyerId, sellerId, held],
  );
  return number;
}

test('both parties of a conversation hear of a new message once, and others of none', async () => {
  const [buyer, seller, other] = [await signIn(pool), await signIn(pool), await signIn(pool)];
  await message(buyer.id, seller.id);
  const { streams, received } = await streamsFor([buyer.id, seller.id, other.id]);
  const live = new LiveThreads(pool, streams);
  await live.look(0);
  const number = await message(buyer.id, seller.id);
  await message(buyer.id, seller.id, true);
  for (const now of [1_000, 2_000, 30_000, 31_000]) await live.look(now);
  const event = `event: thread\ndata: {"number":"${number}"}\n\n`;
  await expect.poll(() => received.slice(0, 2).map((text) => text.split('event: thread').length - 1)).toEqual([1, 1]);
  expect(received[0]).toContain(event);
  expect(received[2]).toBe('retry: 3000\nevent: open\ndata: {}\n\n');
});

test('a message that commits after one with a higher id is still told', async () => {
  const [buyer, seller] = [await signIn(pool), await signIn(pool)];
  const { streams, received } = await streamsFor([buyer.id]);
  const live = new LiveThreads(pool, streams);
  await live.look(0);
  const client = await pool.connect();
  await client.query('begin');
  await client.query("select nextval(pg_get_serial_sequence('thread_messages', 'id'))");
  const { rows } = await client.query(
    `
    with thread as (insert into threads (number, buyer_id, seller_id) values ('QCCCCCCCC', $1, $2) returning id)
    insert into thread_messages (thread_id, side, key, content_hash, body)
    select id, 'buyer', 'key of late', '', 'Late' from thread returning id`,
    [buyer.id, seller.id],
  );
  const later = await message(buyer.id, seller.id);
  await live.look(1_000);
  await client.query('commit');
  client.release();
  await live.look(2_000);
  expect(rows).toHaveLength(1);
  await expect.poll(() => received[0]).toContain('QCCCCCCCC');
  expect(received[0]).toContain(later);
});

test('a fifth stream of a user ends the first', async () => {
  const { streams, clients } = await streamsFor([7, 7, 7, 7, 7]);
  await expect
    .poll(() => clients.map(({ readableEnded }) => readableEnded))
    .toEqual([true, false, false, false, false]);
  expect(streams.size).toBe(4);
});

test('the app sends events to logged-in users only, and closes with open streams', async () => {
  const own = await testApp(pool);
  const address = await own.listen({ port: 0, host: '127.0.0.1' });
  const { cookie } = await signIn(pool);
  const headers = { accept: 'text/event-stream' };
  expect((await fetch(`${address}/api/events`, { headers })).status).toBe(401);
  const response = await fetch(`${address}/api/events`, { headers: { ...headers, cookie } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const reader = response.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: open');
  await Promise.race([own.close(), wait(5_000).then(() => Promise.reject(new Error('the app does not close')))]);
  expect((await reader.read()).done).toBe(true);
});

test('a call that accepts no events is refused', async () => {
  const { cookie } = await signIn(pool);
  expect((await app.inject({ url: '/api/events', headers: { cookie, accept: 'application/json' } })).statusCode).toBe(
    400,
  );
});
