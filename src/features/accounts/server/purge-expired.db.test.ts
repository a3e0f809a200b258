import { expect, test } from 'vitest';
import { addUser, sessionOf } from '../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { insertKnownDevice, replaceLink } from './link-store.ts';
import { purgeExpired } from './purge-expired.ts';

test('deletes expired sessions, links and devices and keeps valid ones', async () => {
  const { pool } = await testDatabase();
  const { id, email } = await addUser(pool);
  for (const age of ['8 days', '1 day']) {
    await sessionOf(pool, id);
    await pool.query(
      'update sessions set last_seen_at = now() - $1::interval where id = (select max(id) from sessions)',
      [age],
    );
  }
  const bytes = (byte: number) => Buffer.alloc(32, byte);
  await replaceLink(pool, 'reset', { userId: id, email }, bytes(1));
  await replaceLink(pool, 'confirm', { userId: id, email }, bytes(2));
  await pool.query("update account_links set expires_at = now() - interval '1 second' where purpose = 'reset'");
  await insertKnownDevice(pool, 'user', id, bytes(3));
  await insertKnownDevice(pool, 'user', id, bytes(4));
  await pool.query("update known_devices set last_used_at = now() - interval '181 days' where token_hash = $1", [
    bytes(3),
  ]);
  await purgeExpired(pool);
  const counts = await pool.query(
    'select (select count(*) from sessions) as sessions, (select count(*) from account_links) as links, (select count(*) from known_devices) as devices',
  );
  expect(counts.rows).toEqual([{ sessions: 1, links: 1, devices: 1 }]);
});
