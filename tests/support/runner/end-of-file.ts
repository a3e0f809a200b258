import { afterAll, vi } from 'vitest';
import { endFile } from './after-file.ts';

// The next file of the same worker finds the world as this one did.
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await endFile();
}, 60_000);
