import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, found from this module, so that the working directory does not matter. */
const PROJECT_ROOT = dirname(findPackageJSON('..', import.meta.url) ?? '.');

export const projectFile = (...path: string[]) => join(PROJECT_ROOT, ...path);

/** The folder of the running build, which stays the same when another build becomes the current one. Every server file is in its folder `server`. */
export const BUILD_FOLDER = import.meta.env?.PROD
  ? dirname(dirname(fileURLToPath(import.meta.url)))
  : projectFile('build/current');

/** The migrations that belong to the running code. */
export const MIGRATIONS_FOLDER = import.meta.env?.PROD
  ? join(BUILD_FOLDER, 'migrations')
  : projectFile('db/migrations');

/** Returns the path of a generated file: in .generated, or the copy in the build. */
export const generatedFile = (...path: string[]) =>
  import.meta.env?.PROD ? join(BUILD_FOLDER, 'server', ...path) : projectFile('.generated', ...path);
