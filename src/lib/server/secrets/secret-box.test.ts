import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SecretBox } from './secret-box.ts';

const [KEY, OTHER] = [randomBytes(32), randomBytes(32)];
const PLACE = 'a_table.secret 7';

test('decrypts its own ciphertext, which differs each time and reveals nothing of the text', () => {
  const box = new SecretBox([KEY]);
  const sealed = [1, 2].map(() => box.seal('JBSWY3DPEHPK3PXP', PLACE));
  expect(sealed.map((each) => box.open(each, PLACE))).toEqual(['JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP']);
  expect(new Set(sealed).size).toBe(2);
  for (const each of sealed) expect(each).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{59}$/);
});

test('does not decrypt in another place, with another key, or after any change', () => {
  const box = new SecretBox([KEY]);
  const sealed = box.seal('text', PLACE);
  expect(box.open(sealed, 'a_table.secret 8')).toBeNull();
  expect(new SecretBox([OTHER]).open(sealed, PLACE)).toBeNull();
  const [version = '', id = '', body = ''] = sealed.split('.');
  const bytes = Buffer.from(body, 'base64url');
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed[index]! ^= 1;
    expect(box.open(`${version}.${id}.${changed.toString('base64url')}`, PLACE)).toBeNull();
  }
  for (const broken of ['', 'text', `${version}.${id}.`, `v2.${id}.${body}`, sealed.slice(0, 30)])
    expect(box.open(broken, PLACE)).toBeNull();
});

test('encrypts with the first key and decrypts with all of them', () => {
  const before = new SecretBox([KEY]);
  const after = new SecretBox([OTHER, KEY]);
  expect(after.open(before.seal('text', PLACE), PLACE)).toBe('text');
  expect(before.open(after.seal('text', PLACE), PLACE)).toBeNull();
  expect(after.seal('text', PLACE).startsWith(after.prefix)).toBe(true);
  expect(before.prefix).not.toBe(after.prefix);
});
