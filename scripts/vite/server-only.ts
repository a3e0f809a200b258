import { relative } from 'node:path';
import type { Plugin } from 'vite';

const SERVER_ONLY = /^src\/(app|(.*\/)?server)\//;

/** Fails the build (in development the request) if browser code imports a module of src/app or of a `server` folder. */
export function serverOnly(root = process.cwd()): Plugin {
  return {
    name: 'server-only',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async resolveId(source, importer, options) {
      if (importer === undefined || ('scan' in options && options.scan)) return;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const path = resolved && relative(root, withoutQuery(resolved.id));
      if (path && SERVER_ONLY.test(path))
        this.error(`${relative(root, withoutQuery(importer))} imports ${path}, which must not reach the browser.`);
      return resolved;
    },
  };
}

const withoutQuery = (id: string) => id.replace(/\?.*$/s, '');
