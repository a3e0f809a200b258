import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,content,demo,scripts,bench,tests}/**/*.test.{ts,tsx,mjs}'],
    globalSetup: 'tests/support/database-server.ts',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000, interval: 20 } },
  },
});
