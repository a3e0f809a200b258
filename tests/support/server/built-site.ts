const BUILT = new URL('../../../build/server/site-with-pages.js', import.meta.url).href;

/** Loads the built site. Its classes are copies of those in src, so objects of src classes fail its `instanceof` checks. */
export function builtSite(): Promise<typeof import('#app/site-with-pages.ts')> {
  return import(/* @vite-ignore */ BUILT);
}
