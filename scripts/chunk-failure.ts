import type { Plugin } from 'vite';

const TIMEOUT_MS = 120_000;
const ROUTE_MODULES = /react-router[^?]*\/routeModules\.(m?js)(\?|$)/;
const IMPORT = /await import\(([^)]*?route\.module\s*)\)/;
const NOTICE = /console\.error\(`Error loading route module[^`]*`\);/;
const RELOAD = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/**
 * React Router reloads the page without a word when a part of the site does not load. Ours says so and lets the person
 * choose: the import gives up after 120 seconds, and the failure reaches the error screen (src/pages/layouts/broken-chunk.ts).
 */
export function chunkFailure(): Plugin {
  let found = false;
  return {
    name: 'chunk-failure',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!ROUTE_MODULES.test(id)) return;
      if (!IMPORT.test(code) || !RELOAD.test(code)) this.error('React Router loads its route modules in a new way.');
      found = true;
      return code
        .replace(IMPORT, (_whole, module: string) => raced(module))
        .replace(NOTICE, '')
        .replace(RELOAD, FAILURE);
    },
    buildEnd(error) {
      if (!error && !found && this.environment.mode === 'build')
        this.error('React Router’s route modules were not found.');
    },
  };
}

const raced = (module: string) => `await Promise.race([
  import(${module}),
  new Promise((_, fail) => setTimeout(() => fail(Object.assign(new Error("timeout"), { name: "TimeoutError" })), ${TIMEOUT_MS})),
])`;

/** A stand-in whose every part fails; a throw here would leave the router waiting for ever. */
const FAILURE = `
  const failure = Object.assign(new Error("Loading chunk failed: " + route.module, { cause: error }), {
    name: "ChunkLoadError", url: route.module, reason: error?.name === "TimeoutError" ? "timeout" : "error",
  });
  const fail = () => { throw failure; };
  return { default: fail, clientLoader: fail, clientAction: fail };
`;
