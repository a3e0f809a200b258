/**
 * `npm run dev`: the site from its sources. Vite loads the server the way it loads the pages, and a changed file replaces the
 * whole site (handlers, threads, jobs), while database and port stay. This script imports only types of src, because modules
 * that it imports itself would never reload.
 */
import { existsSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, createServerModuleRunner, type Plugin } from 'vite';
import type { ModuleRunner } from 'vite/module-runner';
import type { Demo } from '#app/demo-package.ts';
import type { Base } from '#app/open-base.ts';
import type { Site } from '#app/open-site.ts';
import { compileMessages } from './build-messages.ts';

type Running = { site: Site; graph: ModuleRunner; requests: Set<ServerResponse> };

/** Debounces the events of files that are saved together. */
const SETTLE_MS = 10;
/** Maximum time for the old site to finish its requests. */
const DRAIN_MS = 2_000;
const UNWATCHED = ['.data', 'build', 'tests', 'bench', 'docs'].map((folder) => `**/${folder}/**`);
const MESSAGES = /^messages\/.*\.json$/;
const TESTS = /\.test\.\w+$/;
/** Files that the server does not import: articles are read, and threads run in plain Node. */
const NOT_IMPORTED = /^content\/.*\.md$|^(src|content|demo)\/.*\.tsx?$/;

const http = createHttpServer();
let running: Running | undefined;
let broken: unknown;
let brokenMessages: unknown;
let changed = true;
let reloading = Promise.resolve();

const reloadServer: Plugin = {
  name: 'reload-server',
  hotUpdate({ file, modules }) {
    const path = relative(process.cwd(), file);
    if (this.environment.name !== 'ssr' || TESTS.test(path)) return;
    if (MESSAGES.test(path)) return recompileMessages();
    if (modules.length === 0 && !NOT_IMPORTED.test(path)) return;
    changed = true;
    setTimeout(reload, SETTLE_MS);
  },
};
const vite = await createServer({
  plugins: [reloadServer],
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: http }, watch: { ignored: UNWATCHED } },
});
const permanentGraph = newGraph();
const { configErrorMessage } =
  await permanentGraph.import<typeof import('#lib/config-error.ts')>('/src/lib/config-error.ts');
const { PRODUCT_NAME } = await permanentGraph.import<typeof import('#lib/product.ts')>('/src/lib/product.ts');
const { base, listenError, siteAddress } = await open().catch(fail);
await reload();
http.on('request', (request, response) => {
  if (request.url?.startsWith('/api/')) void answer(request, response);
  else vite.middlewares(request, response, () => void answer(request, response));
});
http.once('error', (error) => fail(listenError(error, { ...base.config, setting: 'PORT' })));
http.listen(base.config.port, base.config.host, () =>
  console.log(`${PRODUCT_NAME} is open at ${siteAddress(base.config)}`),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());

/** Creates a separate module graph without HMR, because Vite's own runner would also reload single modules. */
function newGraph(): ModuleRunner {
  return createServerModuleRunner(vite.environments.ssr, { hmr: false });
}

/** Loads the demo package, or returns null if its folder was removed. */
async function demoOf(graph: ModuleRunner): Promise<Demo | null> {
  return existsSync('demo') ? (await graph.import<{ demo: Demo }>('/demo/demo.ts')).demo : null;
}

/** Opens the database and reads the settings, which reloads do not replace. */
async function open() {
  const { readConfig, siteAddress } = await permanentGraph.import<typeof import('#lib/server/config/config.ts')>(
    '/src/lib/server/config/config.ts',
  );
  const { openBase, reportLogins } =
    await permanentGraph.import<typeof import('#app/open-base.ts')>('/src/app/open-base.ts');
  const { listenError } =
    await permanentGraph.import<typeof import('#app/start/try-ports.ts')>('/src/app/start/try-ports.ts');
  const base: Base = await openBase(readConfig(process.env), await demoOf(permanentGraph), console.log);
  reportLogins(base, console.log);
  return { base, listenError, siteAddress };
}

/** Reloads the sources if they changed. Requests wait for it. */
function reload(): Promise<void> {
  reloading = reloading.then(() => (changed ? replaceSite() : undefined));
  return reloading;
}

async function replaceSite(): Promise<void> {
  changed = false;
  const began = performance.now();
  const graph = newGraph();
  try {
    const { openSite, pages } =
      await graph.import<typeof import('#app/site-with-pages.ts')>('/src/app/site-with-pages.ts');
    const demo = await demoOf(graph);
    const site = await openSite(base, { pages, mode: 'development', demo });
    const old = running;
    running = { site, graph, requests: new Set() };
    broken = undefined;
    if (!old) return;
    console.log(`Reloaded in ${Math.round(performance.now() - began)} ms`);
    void closeSite(old).catch(console.error);
  } catch (error) {
    broken = error;
    console.error(stackOf(error));
    await graph.close();
  }
}

/** Closes a site once its requests are finished, or after `DRAIN_MS`. */
async function closeSite({ site, graph, requests }: Running): Promise<void> {
  const until = Date.now() + DRAIN_MS;
  while (requests.size > 0 && Date.now() < until) await sleep(SETTLE_MS);
  await site.close();
  await graph.close();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await reload();
  const error = brokenMessages ?? broken;
  if (error || !running) {
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(stackOf(error));
    return;
  }
  const { site, requests } = running;
  requests.add(response);
  response.once('close', () => requests.delete(response));
  site.app.routing(request, response);
}

/** Writing these files makes Vite reload open pages that use them. */
function recompileMessages(): void {
  brokenMessages = undefined;
  try {
    compileMessages();
    changed = true;
    setTimeout(reload, SETTLE_MS);
  } catch (error) {
    brokenMessages = error;
    console.error(stackOf(error));
  }
}

function stackOf(error: unknown): string {
  return (error as Error | undefined)?.stack ?? String(error);
}

async function close(): Promise<void> {
  process.once('SIGINT', () => process.exit(1));
  console.log('Stopping');
  http.close();
  http.closeAllConnections();
  await reloading;
  if (running) await closeSite(running);
  await vite.close();
  await base.close();
  process.exit(0);
}

function fail(error: unknown): never {
  console.error(configErrorMessage(error) ?? error);
  process.exit(1);
}
