import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunkFailure } from './scripts/chunk-failure.ts';

/** What every page needs travels in one file: a phone far away pays for each request. */
const SITE =
  /node_modules\/(?!zod\/)|src\/(ui\/(?!forms\/)|platform\/(?!pages\/act)|root|pages\/(layouts|paths))|\.generated\/words\/en\.ts/;
/** What pages with forms share, and what checks what is typed there. */
const FORMS = /node_modules\/zod\/|src\/(ui\/forms\/|platform\/pages\/act)/;
const ACCOUNT = /src\/features\/accounts\/|\.generated\/words\/en-account\.ts/;
/** What pages that show cars share. */
const CARDS = /src\/features\/listings\/(listing-calls|components\/(listing-card|detail\/status-badge))\.tsx?$/;

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
                { name: 'account', test: ACCOUNT },
              ],
            },
          },
        },
      },
    },
  },
});
