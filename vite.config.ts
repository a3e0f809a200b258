import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunkFailure } from './scripts/chunk-failure.ts';

/** What every page needs travels in one file: a phone far away pays for each request. */
const SHARED = /node_modules|src\/(ui|platform|root|pages\/(layouts|paths))|\.generated\/words/;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), chunkFailure()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'site', test: SHARED }] } } } },
    },
  },
});
