import { existsSync, readFileSync } from 'node:fs';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { messageFiles } from './scripts/vite/message-files.ts';
import { routeLoading } from './scripts/vite/route-loading.ts';
import { serverOnly } from './scripts/vite/server-only.ts';

/** Loaded by every page as one file: each request costs a distant phone a round trip. */
const SITE =
  /node_modules\/(?!zod\/|@stripe\/|react-day-picker\/|@?date-fns\/|d3-|internmap\/)|src\/(ui\/(?!forms\/|admin\/|bank-details\/)|lib\/(?!bank-details\/|charts\/|server\/|tables\/|phones\/|printing\/|html-text|pages\/form-action|session\/stored-admin)|root|paths|page-areas|routes\/layouts\/(?!admin\/)|features\/site\/content\/model\/cover|features\/catalog\/listings\/model\/chat-message|features\/catalog\/(listings|landed-cost)\/components\/((gallery|passport)\/car-)?[\w-]+\.css)|(^|\/)content\/claims\.ts|rolldown\/runtime/;
/** Descriptions of API calls travel with the site; those of the back office only with its screens. */
const OFFICE_CALLS = '/office-calls\\.ts$';
const CALLS = '/features/[a-z]+/(?!office-)[a-z]+-calls\\.ts$';

/** Form components and their validation. */
const FORMS = /node_modules\/zod\/|src\/(ui\/forms\/|lib\/(phones\/|printing\/|html-text))/;
/** Sends forms. */
const ACTIONS = /src\/lib\/(pages\/form-action|session\/stored-admin)\.ts$/;
const ACCOUNT = /src\/features\/people\/(accounts|sessions|login)\/(?!admin\/|server\/|model\/account\.ts$)/;
/** Shared by the back-office screens; never loaded by the public site. */
const OFFICE = /src\/(ui\/admin\/(?!chart)|routes\/layouts\/admin\/)/;
/** Shared by pages with articles. */
const CONTENT =
  /src\/features\/site\/content\/(?!server\/|model\/cover|components\/(brand-strip|claims-strip|faq|hero|how-to|insights|reasons|home-section|service-cards|testimonials)|client\/home-meta)|src\/features\/site\/newsletter\/(?!admin\/|server\/)/;
/** Shared by Home and the About page. */
const CLAIMS = /src\/features\/site\/content\/components\/(home-section|claims-strip)\.tsx/;
/** Shared by pages with listing cards. */
const CARDS =
  /src\/features\/catalog\/(listings\/(client\/listing-client|model\/share-card|components\/(listing-card|status-badge))|favorites\/components\/favorite-(listing-card|button)|browse\/(components\/viewed\/viewed-cars|model\/car-links)|compare\/(model\/compared-cars|client\/(stored|use)-compared-cars|components\/compare-(button|bar-slot)))\.tsx?$/;
/** Shared by Explore, the landing pages and the sellers' screens. */
const KINDS =
  /src\/features\/catalog\/(listings\/model\/(criteria\/explore-query|listing)|browse\/model\/landing)\.tsx?$/;
/** What the car page shows at once, some of which it shares with the checkout. */
const CAR =
  /src\/features\/(aftersales\/car-reviews\/client\/reviews|catalog\/listings\/(model\/listing-pricing|components\/(car-section|gallery\/car-gallery|price\/(price-line|price-box)))|catalog\/landed-cost\/(client\/import-answer|model\/(buyer-facts|new-price))|customs\/import-rules\/model\/calendar|payments\/payments\/model\/(rental-days|calendar-day|quote))\.tsx?$/;
/** Shared by the screens with reviews. */
const REVIEWS = /src\/features\/aftersales\/car-reviews\/components\/stars\.tsx$/;

/** Shared by screens with texts of strangers. */
const BANK_DETAILS = /src\/(ui|lib)\/bank-details\//;

/** Programs of the server, and its threads: each becomes a file of build/server. */
const PROGRAMS = {
  server: 'src/app/main.ts',
  'site-with-pages': 'src/app/site-with-pages.ts',
  migrate: 'src/app/commands/migrate.ts',
  verify: 'src/app/commands/verify.ts',
  import: 'src/app/commands/import.ts',
  backup: 'src/app/commands/backup.ts',
  restore: 'src/app/commands/restore.ts',
  admin: 'src/app/commands/admin.ts',
  'document-keys': 'src/app/commands/document-keys.ts',
  'picture-worker': 'src/features/site/media/server/picture-worker.ts',
  'stock-import-worker': 'src/features/catalog/stock-import/server/stock-import-worker.ts',
  'statement-worker': 'src/features/bookkeeping/bank-statements/server/statement-worker.ts',
  'report-worker': 'src/features/office/reports/server/report-worker.ts',
  ...(existsSync('demo') && { demo: 'demo/demo.ts' }),
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

/** Packages that the build includes in the server: as dependencies they would install 80 MB, and the server uses a few kilobytes. */
const BUNDLED = [
  /^@lingui\//,
  /^@messageformat\//,
  'moo',
  /^@stripe\/stripe-js/,
  /^react-day-picker/,
  /^@?date-fns/,
  /^d3-/,
  'internmap',
];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), routeLoading(), serverOnly(), messageFiles(), cardFont()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  // A package that Vite finds only when a page asks for it makes that page load twice in development.
  optimizeDeps: {
    include: ['@lingui/core', '@stripe/stripe-js/pure', 'd3-scale', 'd3-shape', 'react-day-picker', 'zod/mini'],
  },
  environments: {
    ssr: {
      // React Router leaves the condition 'node' out because @react-router/node is no dependency here.
      resolve: { externalConditions: ['node'], ...(command === 'build' && { noExternal: BUNDLED }) },
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
                { name: 'site', test: new RegExp(`${SITE.source}|${CALLS}`) },
                { name: 'forms', test: FORMS },
                { name: 'actions', test: ACTIONS },
                { name: 'cards', test: CARDS },
                { name: 'kinds', test: KINDS },
                { name: 'car', test: CAR },
                { name: 'reviews', test: REVIEWS },
                { name: 'bank-details', test: BANK_DETAILS },
                { name: 'account', test: ACCOUNT },
                { name: 'office', test: new RegExp(`${OFFICE.source}|${OFFICE_CALLS}`) },
                { name: 'content', test: CONTENT },
                { name: 'claims', test: CLAIMS },
              ],
            },
          },
        },
      },
    },
  },
}));
