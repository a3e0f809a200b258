/**
 * Removes from the browser's manifest of routes what only the server uses: the chunks to preload for a route, which it names in
 * the page. The browser would need them for `<Link prefetch>`, which no page has. That is two fifths of the file.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ASSETS = join(process.env.BUILD_DIRECTORY ?? 'build/unfinished', 'client/assets');
const MANIFEST = /^(window\.__reactRouterManifest=)(\{.*\})(;?\s*)$/s;

const [name, ...others] = readdirSync(ASSETS).filter((file) => /^manifest-\w+\.js$/.test(file));
if (name === undefined || others.length > 0) throw new Error(`${ASSETS} has no manifest of routes, or several.`);
const [, start, json, end] = MANIFEST.exec(readFileSync(join(ASSETS, name), 'utf8')) ?? [];
if (json === undefined) throw new Error(`${name} has another form. Adapt scripts/shorten-manifest.ts.`);
const manifest: { routes: Record<string, Record<string, unknown>> } = JSON.parse(json);
for (const route of Object.values(manifest.routes)) delete route.imports;
writeFileSync(join(ASSETS, name), `${start}${JSON.stringify(manifest)}${end}`);
