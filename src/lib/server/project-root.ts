import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of package.json, found from this module, so that sources and the built server may start in any folder. */
const PROJECT_ROOT = dirname(findPackageJSON('..', import.meta.url) ?? '.');

/** The absolute path of a file that belongs to the project. */
export const projectFile = (...path: string[]) => join(PROJECT_ROOT, ...path);

/** A file that a generator writes to .generated; the build carries its own copy. */
export const generatedFile = (...path: string[]) =>
  projectFile(import.meta.env?.PROD ? 'build/server' : '.generated', ...path);
