import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { areasOf, LATER_AREAS } from '#page-areas.ts';
import routeConfig from '#routes.ts';
import { importsOf } from './module-graph.ts';

const ASSETS = 'build/client/assets';
const areaOfId = new Map(
  readdirSync('messages/en').flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(`messages/en/${file}`, 'utf8'))).map((id) => [id, file.replace('.json', '')]),
  ),
);
const ids = [...areaOfId.keys()];

/** Pages share most files, so each is read once. */
function remembered<Answer>(read: (path: string) => Answer): (path: string) => Answer {
  const answers = new Map<string, Answer>();
  return (path) => {
    if (!answers.has(path)) answers.set(path, read(path));
    return answers.get(path) as Answer;
  };
}
const textOf = remembered((path) => readFileSync(path, 'utf8'));
const importsIn = remembered((path) => (existsSync(path) && /\.tsx?$/.test(path) ? importsOf(path) : null));

/** The ids that the code of a file names: whole, or as a template that begins with a part of them. */
const idsIn = remembered((path) => {
  const text = textOf(path);
  const found = new Set<string>();
  for (const [, quoted = ''] of text.matchAll(/["'`]([a-z][\w-]*(?:\.[\w-]+)+)["'`]/g))
    if (areaOfId.has(quoted)) found.add(quoted);
  for (const [, start = '', end = ''] of text.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{[^}`]*\}([\w.-]*)`/g))
    for (const id of ids) if (id.startsWith(start) && id.endsWith(end)) found.add(id);
  return found;
});

type Route = { id: string; parentId?: string; module: string };
const [manifest = ''] = readdirSync(ASSETS).filter((name) => /^manifest-\w+\.js$/.test(name));
const [, json = ''] =
  /^window\.__reactRouterManifest=(.*);$/s.exec(readFileSync(`${ASSETS}/${manifest}`, 'utf8')) ?? [];
const { routes }: { routes: Record<string, Route> } = JSON.parse(json);

const AT_ONCE = /(?:from|import)\s*[`"']\.\/([\w.~-]+\.js)[`"']/g;
const AT_ANY_TIME = /(?:from|import|import\()\s*[`"']\.\/([\w.~-]+\.js)[`"']/g;

/** Returns a chunk and its imports, transitively. */
function withImports(name: string, pattern: RegExp, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, next = ''] of textOf(`${ASSETS}/${name}`).matchAll(pattern)) withImports(next, pattern, found);
  return found;
}

const fileOf = new Map<string, string>([['root', 'src/root.tsx']]);
function readFiles(entries: RouteConfigEntry[]): void {
  for (const { id, file, children } of entries) {
    fileOf.set(id ?? file.replace(/\.tsx?$/, ''), `src/${file}`);
    readFiles(children ?? []);
  }
}
readFiles(await routeConfig);

/** Returns a source file and its imports without types, transitively. */
function sourcesOf(path: string, found = new Set<string>()): Set<string> {
  const imports = importsIn(path);
  if (found.has(path) || !imports) return found;
  found.add(path);
  for (const { to, typeOnly } of imports) if (!typeOnly) sourcesOf(to.replace(/^'|'$/g, ''), found);
  return found;
}

/**
 * Returns the messages of a page: named by both its sources and its chunks. The sources also name messages of the server,
 * and the chunks also name messages of pages that share them.
 */
function messagesOf(chain: Route[], pattern: RegExp): string[] {
  const chunks = new Set(chain.flatMap(({ module }) => [...withImports(module.replace('/assets/', ''), pattern)]));
  const sources = new Set(chain.flatMap(({ id }) => [...sourcesOf(fileOf.get(id) ?? '')]));
  const built = new Set([...chunks].flatMap((name) => [...idsIn(`${ASSETS}/${name}`)]));
  return [...new Set([...sources].flatMap((path) => [...idsIn(path)]))].filter((id) => built.has(id));
}

const LATER: readonly string[] = LATER_AREAS;

/** Code that never reaches a browser. */
const SERVER_ONLY = 'routes/site/content/feed';

test.each(Object.keys(routes))('%s loads exactly the message areas that its code uses', (id) => {
  const chain: Route[] = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) chain.push(route);
  const loaded: string[] = areasOf(chain.map((route) => route.id));
  const used = messagesOf(chain, AT_ANY_TIME);
  const usedAtOnce = messagesOf(chain, AT_ONCE);
  expect(used.length).toBeGreaterThan(10);
  const isLoadedLater = (key: string) => LATER.includes(areaOfId.get(key) ?? '') && !usedAtOnce.includes(key);
  expect(used.filter((key) => !loaded.includes(areaOfId.get(key) ?? '') && !isLoadedLater(key))).toEqual([]);
  if (id === SERVER_ONLY) return;
  const needed = new Set(used.map((key) => areaOfId.get(key)));
  expect(loaded.filter((area) => !needed.has(area))).toEqual([]);
});
