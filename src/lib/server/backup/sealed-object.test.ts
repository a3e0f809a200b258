import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openBackupKeys } from './backup-keys.ts';
import { DamagedObject, openObject, sealObject, WrongBackupKey } from './sealed-object.ts';

const MIB = 1024 * 1024;
/** Bytes of an object before its first chunk, and of a chunk with its tag. */
const FRONT = 4 + 8 + 1 + 12 + 32 + 16;
const CHUNK = MIB + 16;
const NAME = 'bases/one/0001.pack';
const newKey = () => randomBytes(32).toString('base64');
const [key, other] = [newKey(), newKey()];
const keys = openBackupKeys(key);
const content = randomBytes(2 * MIB + 100);
const sealed = await sealObject(keys, NAME, content, false);

test('returns what was sealed, compressed or not, also nothing and exactly one chunk', async () => {
  expect(sealed.length).toBe(FRONT + content.length + 3 * 16);
  expect((await openObject(keys, NAME, sealed)).equals(content)).toBe(true);
  for (const bytes of [0, 1, MIB, MIB + 1]) {
    const plain = Buffer.alloc(bytes, 'carquay');
    for (const compress of [true, false]) {
      const object = await sealObject(keys, NAME, plain, compress);
      expect((await openObject(keys, NAME, object)).equals(plain), `${bytes} ${compress}`).toBe(true);
      if (compress) expect(object.length).toBeLessThan(FRONT + 200);
      expect(object.includes('carquay')).toBe(false);
    }
  }
});

test('refuses a change of any part', async () => {
  for (const at of [0, 2, 12, 13, 30, 60, FRONT, FRONT + MIB, FRONT + CHUNK + 5, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    await expect(openObject(keys, NAME, changed), `byte ${at}`).rejects.toThrow(DamagedObject);
  }
});

test('refuses an object that was cut off, also between two chunks', async () => {
  for (const length of [0, 10, FRONT, FRONT + 5, FRONT + CHUNK, FRONT + 2 * CHUNK, sealed.length - 1])
    await expect(openObject(keys, NAME, sealed.subarray(0, length)), `${length}`).rejects.toThrow(DamagedObject);
});

test('refuses chunks in another order, twice, or of another object', async () => {
  const twin = await sealObject(keys, NAME, content, false);
  const chunk = (of: Buffer, index: number) => of.subarray(FRONT + index * CHUNK, FRONT + (index + 1) * CHUNK);
  const front = sealed.subarray(0, FRONT);
  for (const chunks of [
    [chunk(sealed, 1), chunk(sealed, 0), chunk(sealed, 2)],
    [chunk(sealed, 0), chunk(sealed, 0), chunk(sealed, 2)],
    [chunk(sealed, 0), chunk(sealed, 1), chunk(sealed, 2), chunk(sealed, 2)],
    [chunk(sealed, 0), chunk(twin, 1), chunk(sealed, 2)],
  ])
    await expect(openObject(keys, NAME, Buffer.concat([front, ...chunks]))).rejects.toThrow(DamagedObject);
});

test('refuses an object under another name', async () => {
  await expect(openObject(keys, 'bases/one/0002.pack', sealed)).rejects.toThrow(DamagedObject);
});

test('names the missing key, and opens with any key of the list', async () => {
  const wrong = openObject(openBackupKeys(other), NAME, sealed);
  await expect(wrong).rejects.toThrow(WrongBackupKey);
  await expect(wrong).rejects.toThrow(`made with the key ${keys.current.id}`);
  const both = openBackupKeys(`${other}, ${key}`);
  expect((await openObject(both, NAME, sealed)).equals(content)).toBe(true);
  const after = await sealObject(both, NAME, content, false);
  await expect(openObject(keys, NAME, after)).rejects.toThrow(WrongBackupKey);
});
