import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptedEncoding, CompressedBody } from './compressed-body.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0', null],
  ['identity', null],
  ['', null],
  [undefined, null],
])('the encoding for accept-encoding %s is %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

test('compresses the body once per encoding without loss', () => {
  const text = JSON.stringify(Array(50).fill({ make: '比亚迪' }));
  const body = new CompressedBody(text);
  expect(brotliDecompressSync(body.in('br')).toString()).toBe(text);
  expect(gunzipSync(body.in('gzip')).toString()).toBe(text);
  expect(body.in('br')).toBe(body.in('br'));
  expect(body.in('br').length).toBeLessThan(100);
});
