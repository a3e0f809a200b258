import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,content,demo,scripts,bench,tests}/**/*.test.{ts,tsx,mjs}'],
    globalSetup: 'tests/support/database-server.ts',
    setupFiles: 'tests/support/end-of-file.ts',
    // The built site is loaded as it is.
    server: { deps: { external: [/\/build\/server\//] } },
    maxWorkers: 3,
    // The files of a worker share what they import; each has a database and folders of its own.
    isolate: false,
    retry: 0,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 10_000, interval: 20 } },
  },
});
