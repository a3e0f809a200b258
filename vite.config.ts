import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunkFailure } from './scripts/chunk-failure.ts';

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

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), chunkFailure()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
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
