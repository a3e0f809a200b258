import { expect, test } from 'vitest';
import { sharedMemorySettings } from './cluster.ts';

test('uses files instead of a /dev/shm of 64 KB, and the default of PostgreSQL with 64 MB', () => {
  expect(sharedMemorySettings(64 * 1024)).toEqual({ dynamic_shared_memory_type: 'mmap' });
  expect(sharedMemorySettings(64 * 1024 * 1024)).toEqual({});
});
