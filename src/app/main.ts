/** Entry point of the built server. Source maps apply only to modules loaded after they are enabled. */
import { setSourceMapsSupport } from 'node:module';

process.env.NODE_ENV ??= 'production';
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
await import('./run.ts');
