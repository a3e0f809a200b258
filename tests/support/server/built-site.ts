const BUILT = new URL('../../../build/server/site-with-pages.js', import.meta.url).href;

let loaded: Promise<typeof import('#app/site-with-pages.ts')> | undefined;

/**
 * Loads the built site with React's production build, as the site runs. Its classes are copies of those in src, so objects of src classes
 * fail its `instanceof` checks.
 */
export function builtSite(): Promise<typeof import('#app/site-with-pages.ts')> {
  loaded ??= inProduction(() => Promise.all([import(/* @vite-ignore */ BUILT), import('react-dom/server')])).then(
    ([site]) => site,
  );
  return loaded;
}

/** React chooses its build when it is loaded. */
async function inProduction<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await load();
  } finally {
    process.env.NODE_ENV = before;
  }
}
