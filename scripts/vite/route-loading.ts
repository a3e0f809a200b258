import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const REPLACEMENT = resolve('src/lib/pages/load-route-module.ts');
const ORIGINAL = /\/react-router\/.*\/routeModules\.js$/;

/** Replaces React Router's module that loads route modules in the browser (docs/decisions/README.md#smaller-decisions). */
export function routeLoading(): Plugin {
  let found = false;
  return {
    name: 'route-loading',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async resolveId(source, importer) {
      if (!source.endsWith('/routeModules.js') || importer === undefined) return;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      if (!resolved || !ORIGINAL.test(resolved.id)) return resolved;
      const exported = /export \{ ([^}]*) \};/.exec(readFileSync(resolved.id, 'utf8'))?.[1];
      if (exported !== 'loadRouteModule')
        this.error('React Router’s routeModules.js has other exports. Adapt scripts/vite/route-loading.ts.');
      found = true;
      return REPLACEMENT;
    },
    buildEnd(error) {
      if (!error && !found)
        this.error('React Router’s routeModules.js was not found. Adapt scripts/vite/route-loading.ts.');
    },
  };
}
