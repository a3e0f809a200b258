import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './tests/support/runner/longest-first.ts';

const FOLDERS = '{src,content,demo,scripts,bench,tests}';
const STRUCTURE = 'tests/structure/**/*.test.ts';

/** Tests that need nothing but the sources. */
const unit: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'unit',
    include: [`${FOLDERS}/**/*.test.{ts,tsx,mjs}`],
    exclude: ['**/*.{db,dom}.test.*', STRUCTURE],
    setupFiles: 'tests/support/runner/file-teardown.ts',
  },
};

/** Tests on a real PostgreSQL. Those of whole pages need the build as well. */
const db: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'db',
    include: [`${FOLDERS}/**/*.db.test.ts`],
    setupFiles: 'tests/support/runner/file-teardown.ts',
    globalSetup: 'tests/support/database/database-server.ts',
    // The built site is loaded as it is.
    server: { deps: { external: [/\/build\/[\w-]+\/server\/|\/build\/server\//] } },
  },
};

/** Tests of the sources and the build as a whole: imports, file lengths, chunk sizes. */
const structure: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: 'structure', include: [STRUCTURE] },
};

/** Tests of components in Chromium, with the site's styles. */
async function dom(): Promise<TestProjectInlineConfiguration> {
  const { playwright } = await import('@vitest/browser-playwright');
  const { default: tailwindcss } = await import('@tailwindcss/vite');
  const { chromiumPath } = await import('./tests/support/journeys/chromium.ts');
  return {
    extends: true,
    plugins: [tailwindcss()],
    optimizeDeps: {
      include: [
        'react',
        'react/jsx-dev-runtime',
        'react-dom',
        'react-dom/client',
        'react-router',
        'vitest-browser-react',
        '@lingui/core',
        'zod/mini',
      ],
    },
    test: {
      name: 'dom',
      include: ['src/**/*.dom.test.tsx'],
      setupFiles: 'tests/support/runner/dom-setup.ts',
      // An element is waited for until shortly before the test times out.
      testTimeout: 15_000,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        viewport: { width: 1024, height: 768 },
        provider: playwright({
          // Root, as in containers, can start Chromium only without its sandbox.
          launchOptions: {
            executablePath: chromiumPath(),
            args: ['--no-sandbox', '--disable-gpu', '--js-flags=--no-opt --no-maglev'],
          },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  };
}

/** Loading the browser's provider takes 0.3 s and unpacking the browser 5 s: runs that cannot need them skip both. */
function mayNeedBrowser(args: string[]): boolean {
  const projects = args.flatMap((arg, at) =>
    arg === '--project' ? [args[at + 1]] : (/^--project=(.*)/.exec(arg)?.[1] ?? []),
  );
  if (projects.length > 0) return projects.includes('dom');
  const files = args.filter((arg) => /\.test\.\w+(:\d+)?$/.test(arg));
  return files.length === 0 || files.some((file) => file.includes('.dom.'));
}

/** Megabytes of free memory from which the workers get larger heaps. Three of them then use 5 GB instead of 4 GB. */
const ROOMY = 8 * 1_024;

/**
 * A worker keeps the modules of all its files, 150 MB and more, and V8 goes through them in each full collection. Fewer collections save a tenth
 * of the workers' processor time.
 */
const HEAP = ['--initial-old-space-size=1000', '--min-semi-space-size=32', '--max-semi-space-size=64'];

export default defineConfig(async () => ({
  test: {
    execArgv: process.availableMemory() > ROOMY * 1_024 * 1_024 ? HEAP : [],
    projects: [unit, db, structure, ...(mayNeedBrowser(process.argv) ? [await dom()] : [])],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // The files of a worker share what they import; each has a database and folders of its own.
    isolate: false,
    retry: 0,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 10_000, interval: 20 } },
  },
}));
