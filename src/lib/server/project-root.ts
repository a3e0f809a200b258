import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of package.json, found from this module, so that the working directory does not matter. */
const PROJECT_ROOT = dirname(findPackageJSON('..', import.meta.url) ?? '.');

export const projectFile = (...path: string[]) => join(PROJECT_ROOT, ...path);

/** Returns the path of a generated file: in .generated, or the copy in the build. */
export const generatedFile = (...path: string[]) =>
  projectFile(import.meta.env?.PROD ? 'build/server' : '.generated', ...path);
