import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '#lib/config-error.ts';
import { scratchFolder } from '../../../../tests/support/runner/scratch-folder.ts';
import { readConfig } from '../config/config.ts';
import { openSecretBox } from './secret-box.ts';

const newKey = () => randomBytes(32).toString('base64');
const open = (environment: Record<string, string>) => openSecretBox(readConfig(environment));

test('creates a key that only the user of the site can read, and uses it from then on', async () => {
  const DATA_DIR = join(await scratchFolder(), 'data');
  const first = open({ DATA_DIR });
  const file = join(DATA_DIR, 'encryption.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(DATA_DIR)).toEqual(['encryption.key']);
  expect(open({ DATA_DIR }).open(first.seal('text', 'here'), 'here')).toBe('text');
});

test('encrypts with the first key of the file, and decrypts with all of them', async () => {
  const DATA_DIR = await scratchFolder();
  const before = open({ DATA_DIR });
  const file = join(DATA_DIR, 'encryption.key');
  writeFileSync(file, `${newKey()}\n${readFileSync(file, 'utf8')}`);
  const after = open({ DATA_DIR });
  expect(after.prefix).not.toBe(before.prefix);
  expect(after.open(before.seal('text', 'here'), 'here')).toBe('text');
});

test('prefers ENCRYPTION_KEY, decrypts with old keys and the key file, and creates no file', async () => {
  const [DATA_DIR, withFile] = [await scratchFolder(), await scratchFolder()];
  const [current, old] = [newKey(), newKey()];
  const box = open({ DATA_DIR, ENCRYPTION_KEY: current, ENCRYPTION_OLD_KEYS: `${newKey()}, ${old}` });
  expect(readdirSync(DATA_DIR)).toEqual([]);
  expect(box.open(open({ DATA_DIR, ENCRYPTION_KEY: old }).seal('text', 'here'), 'here')).toBe('text');
  const ofFile = open({ DATA_DIR: withFile });
  const moved = open({ DATA_DIR: withFile, ENCRYPTION_KEY: current });
  expect(moved.prefix).toBe(box.prefix);
  expect(moved.open(ofFile.seal('text', 'here'), 'here')).toBe('text');
});

test('refuses a damaged key file instead of replacing it', async () => {
  const DATA_DIR = await scratchFolder();
  for (const content of ['', 'not a key\n']) {
    writeFileSync(join(DATA_DIR, 'encryption.key'), content);
    expect(() => open({ DATA_DIR })).toThrow(ConfigError);
  }
});
