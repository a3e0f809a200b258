import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const OURS = resolve('src/lib/pages/load-route-module.ts');
const THEIRS = /\/react-router\/.*\/routeModules\.js$/;

/** Replaces the module by which React Router's router in the browser loads route modules (docs/decisions/0009-chunk-failure.md). */
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
      if (!resolved || !THEIRS.test(resolved.id)) return resolved;
      const exported = /export \{ ([^}]*) \};/.exec(readFileSync(resolved.id, 'utf8'))?.[1];
      if (exported !== 'loadRouteModule') this.error('React Router loads its route modules in a new way.');
      found = true;
      return OURS;
    },
    buildEnd(error) {
      if (!error && !found) this.error('React Router’s route modules were not found.');
    },
  };
}
