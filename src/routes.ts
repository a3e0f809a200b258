import { readdirSync } from 'node:fs';
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { CHANGES_JSON, CHANGES_RSS, FEED, paths } from './paths.ts';

/** Pages with several addresses. Every other page is the file with the name of its path: `payOrder` is pay-order.tsx. */
const SHARED = [
  { file: 'car-page', names: ['buyCar', 'rentCar'] },
  { file: 'landing', names: Object.keys(paths).filter((name) => /^(used|rent)Cars/.test(name)) },
  { file: 'verify', names: ['verifyCode'] },
];

const files = readdirSync(new URL('./routes', import.meta.url), { recursive: true, encoding: 'utf8' });

function fileOf(name: string): string {
  const shared = SHARED.find(({ names }) => names.includes(name))?.file;
  const wanted = shared ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const [file, another] = files.filter((path) => /([^/]+)\.tsx?$/.exec(path)?.[1] === wanted);
  if (!file || another)
    throw new Error(`src/routes needs one file ${wanted}.tsx for the path "${name}" of src/paths.ts`);
  return `routes/${file}`;
}

const pages = Object.entries(paths).map(([name, path]) => {
  const file = fileOf(name);
  if (path === paths.home) return index(file);
  return SHARED.some(({ names }) => names.includes(name)) ? route(path, file, { id: path }) : route(path, file);
});
const isOffice = ({ file }: { file: string }) => file.startsWith('routes/admin/');

/** The pages of src/paths.ts. Those in src/routes/admin are inside the admin layout. */
export default [
  ...pages.filter((page) => !isOffice(page)),
  route(FEED, 'routes/site/content/feed.ts'),
  route(CHANGES_RSS, 'routes/catalog/import/changes-rss.ts'),
  route(CHANGES_JSON, 'routes/catalog/import/changes-json.ts'),
  layout('routes/layouts/admin/admin-layout.tsx', [
    layout('routes/layouts/admin/admin-screen.tsx', pages.filter(isOffice)),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
