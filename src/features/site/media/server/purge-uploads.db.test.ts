import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { uploadsInUse } from '#features/catalog/listings/server/listing-store.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { addUser } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { msFromNow, testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { makePicture, mediaDeps, uploaded } from '../../../../../tests/support/site/media/media.ts';
import { acceptDocument, acceptPhoto, rejectForeignUploads } from './accept-upload.ts';
import { purgeUploads } from './purge-uploads.ts';
import { lockKey } from './upload-store.ts';

const { pool, url } = await testDatabase();
const folder = await scratchFolder();
const deps = mediaDeps(pool, folder);
const arriving = join(folder, 'arriving');
const UNUSED_S = 30 * 24 * 60 * 60;
const purge = () =>
  purgeUploads({ pool, store: deps.store, arriving, stillUsed: uploadsInUse, unusedS: UNUSED_S }, testNow());

const foldersOf = (kind: string) => {
  try {
    return readdirSync(join(folder, 'files', kind)).sort();
  } catch {
    return [];
  }
};
const rows = async () => (await pool.query('select key, stored_at from uploads order by key')).rows;
const age = (column: 'last_used_at', by: string, key: string) =>
  pool.query(`update uploads set ${column} = now() - $1::interval where key = $2`, [by, key]);
const send = async (userId: number) => (await acceptPhoto(deps, userId, await uploaded(await makePicture(folder)))).key;

test.each(['before', 'after'])(
  'removes what a process leaves behind that was killed %s storing files',
  async (moment) => {
    const { id } = await addUser(pool);
    const script = 'tests/support/site/media/crash-while-storing.ts';
    const died = spawnSync(process.execPath, [script, url, folder, await makePicture(folder), String(id), moment]);
    expect(died.signal).toBe('SIGKILL');
    const [claim] = await rows();
    expect(claim).toMatchObject({ stored_at: null });
    expect(foldersOf('pictures')).toEqual(moment === 'after' ? [claim.key] : []);
    await expect(rejectForeignUploads(pool, id, { photos: [claim.key], reports: [] })).rejects.toMatchObject({
      code: 'malformed',
    });

    await purge();
    expect(await rows(), 'the upload may still be running').toHaveLength(1);
    await age('last_used_at', '61 minutes', claim.key);
    await purge();
    expect(await rows()).toEqual([]);
    expect(foldersOf('pictures')).toEqual([]);
  },
);

test('keeps uploads used by a listing or draft and deletes others with their files after 30 days', async () => {
  const [car] = await addCars(pool, [{ make: 'BYD', model: 'Seal' }]);
  const { rows: owners } = await pool.query('select user_id as id from listings where id = $1', [car]);
  const seller: number = owners[0].id;
  const [used, drafted, unused, fresh, foreign] = [
    await send(seller),
    await send(seller),
    await send(seller),
    await send(seller),
    await send((await addUser(pool)).id),
  ];
  const pdf = join(folder, 'report');
  writeFileSync(pdf, '%PDF-1.7');
  const { key: report } = await acceptDocument(deps, seller, {
    ...(await uploaded(pdf)),
    sha256: Buffer.alloc(32, 7),
  });
  await deps.settled();
  await pool.query('update listings set image_keys = $2, certification_report = $3 where id = $1', [
    car,
    [used, foreign],
    report,
  ]);
  await pool.query(
    `insert into listing_drafts (user_id, id, values, photos, step) values ($1, gen_random_uuid(), '{}', $2, 4)`,
    [seller, [drafted]],
  );
  for (const key of [used, drafted, unused, foreign, report]) await age('last_used_at', '31 days', key);
  await age('last_used_at', '29 days', fresh);
  await purge();
  expect((await rows()).map(({ key }) => key).sort()).toEqual([used, drafted, fresh, report].sort());
  expect(foldersOf('pictures')).toEqual([used, drafted, fresh].sort());
  expect(foldersOf('documents')).toEqual([report]);

  await pool.query('update listings set deleted_at = now() where id = $1', [car]);
  await age('last_used_at', '31 days', used);
  await purge();
  expect(foldersOf('pictures')).not.toContain(used);
});

test('keeps an upload that was used again just before the purge', async () => {
  const { id } = await addUser(pool);
  const key = await send(id);
  await age('last_used_at', '31 days', key);
  await rejectForeignUploads(pool, id, { photos: [key], reports: [] });
  await purge();
  expect(foldersOf('pictures')).toContain(key);
});

test('deletes files shared by two users only with the last upload', async () => {
  const path = await makePicture(folder);
  const [one, other] = [await addUser(pool), await addUser(pool)];
  const { key } = await acceptPhoto(deps, one.id, await uploaded(path));
  await acceptPhoto(deps, other.id, await uploaded(path));
  await deps.settled();
  const asked = rejectForeignUploads(pool, (await addUser(pool)).id, { photos: [key], reports: [] });
  await expect(asked).rejects.toThrow('no upload');
  await pool.query('delete from uploads where user_id = $1', [one.id]);
  await purge();
  expect(foldersOf('pictures')).toContain(key);
  await pool.query('delete from uploads where user_id = $1', [other.id]);
  await purge();
  expect(foldersOf('pictures')).not.toContain(key);
});

test('stores files again for an upload that waits for their deletion', async () => {
  const { id } = await addUser(pool);
  const path = await makePicture(folder);
  const { key } = await acceptPhoto(deps, id, await uploaded(path));
  await deps.settled();
  await pool.query('delete from uploads where user_id = $1', [id]);
  const clearing = await pool.connect();
  await clearing.query('begin');
  await lockKey(clearing, key);
  const sending = acceptPhoto(deps, id, await uploaded(path));
  const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
  await expect.poll(async () => (await pool.query(waiting)).rows).toHaveLength(1);
  await deps.store.removeFolder(`pictures/${key}`);
  await clearing.query('commit');
  clearing.release();
  await sending;
  expect(readdirSync(join(folder, 'files/pictures', key))).toContain('master.jpg');
});

test('deletes incomplete uploads after an hour', async () => {
  mkdirSync(arriving, { recursive: true });
  for (const [name, minutes] of [
    ['old', 61],
    ['new', 59],
  ] as const) {
    writeFileSync(join(arriving, name), 'half');
    const written = msFromNow(-minutes * 60_000);
    utimesSync(join(arriving, name), written, written);
  }
  await purge();
  expect(readdirSync(arriving)).toEqual(['new']);
});
