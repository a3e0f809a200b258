/**
 * Entry point for the server and the pages in one module graph. Development, end-to-end tests, benchmarks and page
 * tests load it through Vite or from the build; Node alone cannot load it from source, because of the virtual module.
 */
import * as pages from 'virtual:react-router/server-build';

export { createApp } from './app.ts';
export { installedDemo } from './demo-package.ts';
export { openSite } from './open-site.ts';
export { serve } from './serve.ts';
export { pages };
