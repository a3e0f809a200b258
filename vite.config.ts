import { readFileSync } from 'node:fs';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { routeLoading } from './scripts/vite/route-loading.ts';
import { serverOnly } from './scripts/vite/server-only.ts';

/** What every page needs travels in one file: a phone far away pays for each request. */
const SITE =
  /node_modules\/(?!zod\/|@stripe\/|react-day-picker\/|@?date-fns\/|d3-|internmap\/)|src\/(ui\/(?!forms\/|admin\/)|platform\/(?!charts\/|pages\/act|session\/stored-admin)|root|pages\/(layouts\/(?!admin-)|paths))|\.generated\/words\/en\.ts/;
/** What pages with forms share, and what checks what is typed there. */
const FORMS = /node_modules\/zod\/|src\/(ui\/forms\/|platform\/(pages\/act|session\/stored-admin))/;
const ACCOUNT = /src\/features\/accounts\/(?!admin-|components\/admin\/)|\.generated\/words\/en-account\.ts/;
/** What the screens of the back office share; none of it travels with the site's pages. */
const OFFICE = /src\/(ui\/admin\/(?!chart)|pages\/layouts\/admin-)|\.generated\/words\/en-admin\.ts/;
/** What pages with articles share. */
const CONTENT =
  /src\/features\/content\/(?!components\/(home|admin)\/|home-meta|admin-)|\.generated\/words\/en-content\.ts/;
/** What Home, the About page and a car's page share. */
const CLAIMS = /(^|\/)content\/claims\.ts|src\/features\/content\/components\/home\/(section|claims-strip)\.tsx/;
/** What pages that show cars share. */
const CARDS = /src\/features\/listings\/(listing-calls|components\/(listing-card|detail\/status-badge))\.tsx?$/;
/** What Explore, a car's page and the screens of sellers share. */
const KINDS = /src\/features\/listings\/(explore-query|listing)\.ts$/;

/** Programs of the server, and its threads: each becomes a file of build/server. */
const PROGRAMS = {
  server: 'src/server/main.ts',
  'site-with-pages': 'src/server/site-with-pages.ts',
  migrate: 'scripts/migrate.ts',
  verify: 'scripts/verify.ts',
  import: 'scripts/import.ts',
  'picture-worker': 'src/features/media/server/picture-worker.ts',
  'report-worker': 'src/features/reports/server/report-worker.ts',
};

/** The font that a thread of the built server reads. */
const cardFont = (): Plugin => ({
  name: 'card-font',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  apply: 'build',
  generateBundle() {
    const fileName = 'fonts/figtree-card.ttf';
    this.emitFile({ type: 'asset', fileName, source: readFileSync(`.generated/${fileName}`) });
  },
});

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), routeLoading(), serverOnly(), cardFont()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    ssr: {
      build: {
        target: 'node24',
        sourcemap: true,
        // All files lie in one folder: a thread's URL is then right from any chunk.
        rolldownOptions: { input: PROGRAMS, output: { chunkFileNames: '[name]-[hash].js' } },
      },
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'site', test: SITE },
                { name: 'forms', test: FORMS },
                { name: 'cards', test: CARDS },
                { name: 'kinds', test: KINDS },
                { name: 'account', test: ACCOUNT },
                { name: 'office', test: OFFICE },
                { name: 'content', test: CONTENT },
                { name: 'claims', test: CLAIMS },
              ],
            },
          },
        },
      },
    },
  },
});
