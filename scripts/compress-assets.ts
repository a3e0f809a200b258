/** Writes a Brotli and a gzip copy of every text asset, which saves compressing per request. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const TEXT = /\.(js|css|svg|json|webmanifest|txt)$/;
const MIN_BYTES = 600;

const CLIENT = join(process.env.BUILD_DIRECTORY ?? 'build/unfinished', 'client');

for (const entry of readdirSync(CLIENT, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !TEXT.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const content = readFileSync(path);
  if (content.length < MIN_BYTES) continue;
  writeFileSync(`${path}.br`, brotliCompressSync(content));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
