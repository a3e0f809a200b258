import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const NOWHERE = 'http://127.0.0.1:1';

/** Prepares a folder whose only package would come from a registry. */
async function prepare(registry) {
  const folder = mkdtempSync(join(tmpdir(), 'carquay-prepare-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  const manifest = { name: 'a', version: '1.0.0', dependencies: { b: '1.0.0' } };
  const b = { version: '1.0.0', resolved: `${registry}/b/-/b-1.0.0.tgz`, integrity: 'sha512-AA==' };
  const lock = { name: 'a', version: '1.0.0', lockfileVersion: 3, packages: { '': manifest, 'node_modules/b': b } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const child = spawn(process.execPath, [resolve('scripts/setup/prepare.mjs')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      npm_config_registry: registry,
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retry_mintimeout: '1',
      npm_config_fetch_retry_maxtimeout: '1',
    },
  });
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { status, stderr };
}

/** A registry that answers every request alike. */
async function registryThatAnswers(status, body) {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

test('says in one line that the package registry cannot be reached', async () => {
  expect(await prepare(NOWHERE)).toEqual({
    status: 1,
    stderr:
      'npm cannot reach its package registry (ECONNREFUSED). Check the network and npm config get registry, then start again.\n',
  });
}, 30_000);

test.each([
  [403, 'no', /^The package registry does not give npm a package: 403 Forbidden - GET \S+\. Check npm config/],
  [200, '<html>Log in</html>', / sha512-AA== integrity checksum failed when using sha512: .*\. Check npm config/],
])(
  'says in one line that the package registry answers %d with something else',
  async (answer, body, said) => {
    const { status, stderr } = await prepare(await registryThatAnswers(answer, body));
    expect(status).toBe(1);
    expect(stderr).toMatch(said);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  },
  30_000,
);
