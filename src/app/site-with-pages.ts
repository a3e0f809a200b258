/**
 * The server together with the pages of the same module graph. Development, journeys, benchmarks and tests of pages load this
 * module through Vite or from the build; plain Node cannot load it from sources.
 */
import * as pages from 'virtual:react-router/server-build';

export { createApp } from './app.ts';
export { installedDemo } from './demo-package.ts';
export { openSite } from './open-site.ts';
export { serve } from './serve.ts';
export { pages };
