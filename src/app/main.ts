/** The entry of the built server. Source maps apply only to modules that load after they are switched on. */
import { setSourceMapsSupport } from 'node:module';

process.env.NODE_ENV ??= 'production';
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
await import('./run.ts');
