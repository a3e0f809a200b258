import { expect, test } from 'vitest';
import { brokenChunk, ChunkLoadError } from './load-route-module.ts';

const failure = (url: string, reason: 'error' | 'timeout') => new ChunkLoadError(url, reason, undefined);

test('names a chunk by its file without the build hash', () => {
  expect(brokenChunk(failure('/assets/car-page-Dd_JMGnP.js', 'timeout'))).toEqual({
    id: 'car-page',
    reason: 'timeout',
    url: '/assets/car-page-Dd_JMGnP.js',
  });
  expect(brokenChunk(failure('/src/routes/home.tsx?t=1', 'error'))?.id).toBe('home');
});

test('returns null for other errors', () => {
  expect(brokenChunk(new Error('Loading chunk 7 failed'))).toBeNull();
  expect(brokenChunk('text')).toBeNull();
});
