import { afterAll, vi } from 'vitest';
import { runAfterFile } from './after-file.ts';

// Test files share a worker, so restore everything for the next file.
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await runAfterFile();
}, 60_000);
