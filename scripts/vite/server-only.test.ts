import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, createServer, type InlineConfig } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { serverOnly } from './server-only.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'carquay-server-only-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FILES = {
  'src/lib/server/database.ts': "export const password = 'secret';",
  'src/features/cars/server/price.ts': 'export type Price = number; export const margin = 0.2;',
  'src/features/cars/card.ts': "import type { Price } from './server/price.ts'; export const price: Price = 1;",
  'src/features/cars/leak.ts': "export { margin } from './server/price.ts';",
  'src/good.ts': "import { price } from './features/cars/card.ts'; console.log(price);",
  'src/bad.ts': "import { margin } from './features/cars/leak.ts'; console.log(margin);",
  'src/late.ts': "console.log((await import('./lib/server/database.ts')).password);",
};
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const CONFIG: InlineConfig = { root, configFile: false, logLevel: 'silent', plugins: [serverOnly(root)] };
const bundle = (entry: string) =>
  build({ ...CONFIG, build: { write: false, target: 'esnext', rolldownOptions: { input: join(root, entry) } } });

const LEAKS = [
  ['src/bad.ts', 'src/features/cars/leak.ts', 'src/features/cars/server/price.ts'],
  ['src/late.ts', 'src/late.ts', 'src/lib/server/database.ts'],
] as const;

test('allows types of server modules in the browser graph', async () => {
  await expect(bundle('src/good.ts')).resolves.toBeDefined();
});

test.each(LEAKS)('fails the build of %s, naming importer and module', async (entry, importer, module) => {
  await expect(bundle(entry)).rejects.toThrow(`${importer} imports ${module}, which must not reach the browser.`);
});

test('fails the request for the importer in development', async () => {
  const server = await createServer({ ...CONFIG, server: { middlewareMode: true, ws: false, watch: null } });
  try {
    for (const [, importer, module] of LEAKS) {
      const request = server.environments.client.transformRequest(`/${importer}`);
      await expect(request).rejects.toThrow(`${importer} imports ${module}, which must not reach the browser.`);
    }
    await expect(server.environments.client.transformRequest('/src/features/cars/card.ts')).resolves.toBeDefined();
    await expect(server.environments.ssr.transformRequest('/src/bad.ts')).resolves.toBeDefined();
  } finally {
    await server.close();
  }
});
