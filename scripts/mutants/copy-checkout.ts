import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Ignored by git, and used by tests. */
const GENERATED = ['.generated', 'build'];
/** Written by tests, so a copy has its own. */
const OWN_PACKAGES = /^(\.cache|\.vite.*|@carquay)$/;
const DATABASE_CACHE = 'node_modules/.cache/test-postgres';

/** Copies the checkout with its uncommitted changes and links its packages. */
export function copyCheckout(to: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const names = new Set(stdout.split('\0').map((path) => path.split('/')[0] ?? ''));
  const copied = [...names, ...GENERATED].filter((name) => name !== '' && existsSync(name));
  mkdirSync(to, { recursive: true });
  copy(copied, to);
  const packages = join(to, 'node_modules');
  mkdirSync(join(packages, '@carquay'), { recursive: true });
  symlinkSync('../../demo', join(packages, '@carquay/demo'));
  for (const name of readdirSync('node_modules'))
    if (!OWN_PACKAGES.test(name)) symlinkSync(join(process.cwd(), 'node_modules', name), join(packages, name));
  const caches = join(packages, '.cache');
  mkdirSync(caches);
  if (existsSync(DATABASE_CACHE)) copy([DATABASE_CACHE], caches);
}

/** With owners and modes, which PostgreSQL checks, and exact times, by which the build knows its sources. */
function copy(from: string[], to: string): void {
  if (spawnSync('cp', ['-Rp', ...from, to], { stdio: 'inherit' }).status !== 0)
    throw new Error(`The checkout could not be copied to ${to}.`);
}
