import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const NOWHERE = 'http://127.0.0.1:1';

test('says in one line that the package registry cannot be reached', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carquay-prepare-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  const manifest = { name: 'a', version: '1.0.0', dependencies: { b: '1.0.0' } };
  const b = { version: '1.0.0', resolved: `${NOWHERE}/b/-/b-1.0.0.tgz`, integrity: 'sha512-AA==' };
  const lock = { name: 'a', version: '1.0.0', lockfileVersion: 3, packages: { '': manifest, 'node_modules/b': b } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/setup/prepare.mjs')], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      npm_config_registry: NOWHERE,
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retry_mintimeout: '1',
      npm_config_fetch_retry_maxtimeout: '1',
    },
  });
  expect(status).toBe(1);
  expect(stderr).toBe(
    'npm cannot reach its package registry (ECONNREFUSED). Check the network and npm config get registry, then start again.\n',
  );
}, 30_000);
