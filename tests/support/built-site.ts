const BUILT = new URL('../../build/server/site-with-pages.js', import.meta.url).href;

/** The build's own copy of every module: nothing of the sources may be handed to it but plain data. */
export function builtSite(): Promise<typeof import('#app/site-with-pages.ts')> {
  return import(/* @vite-ignore */ BUILT);
}
