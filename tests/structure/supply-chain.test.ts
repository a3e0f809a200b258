import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Package = { license?: string; dev?: boolean; link?: boolean; integrity?: string; inBundle?: boolean };

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const lockedIn = (file: string): [string, Package][] =>
  Object.entries<Package>(read(file).packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
const locked = lockedIn('package-lock.json');
/** Packages of one bench, which are not installed for tests. Their licenses are those of the lock file. */
const ofBench = lockedIn('bench/lighthouse/package-lock.json').map(([path, entry]): [string, Package] => [
  `bench/lighthouse/${path}`,
  { ...entry, dev: true },
]);

const FREE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Zlib',
];
/** Fonts may be shipped with the site, and libvips is a separate library that sharp loads. */
const ON_A_SITE = [...FREE, 'Bitstream-Vera', 'LGPL-3.0-or-later', 'OFL-1.1'];
/** Tools and data that build and test the site and are not shipped with it. */
const IN_DEVELOPMENT = [...ON_A_SITE, 'CC-BY-4.0', 'MPL-2.0', 'Python-2.0', 'Unlicense'];
/** Licenses without an identifier in the package, read by a person. */
const READ_BY_HAND: Record<string, string> = {
  'node_modules/dejavu-fonts-ttf': 'Bitstream-Vera',
  'node_modules/png-js': 'MIT',
};

/** Returns true for an allowed license, or an allowed expression that does not mix AND and OR. */
function isAllowed(license: string, allowed: string[]): boolean {
  const words = license.replaceAll(/[()]/g, '');
  const accepted = (name: string) => allowed.includes(name);
  return words.includes(' OR ') ? words.split(' OR ').some(accepted) : words.split(' AND ').every(accepted);
}

const licenseOf = (path: string, { license }: Package): string => {
  const manifest = `${path}/package.json`;
  const installed = existsSync(manifest) ? read(manifest).license : null;
  return READ_BY_HAND[path] ?? installed ?? license ?? 'none';
};

const refused = (packages: [string, Package][]) =>
  packages
    .filter(([path, entry]) => !isAllowed(licenseOf(path, entry), entry.dev ? IN_DEVELOPMENT : ON_A_SITE))
    .map(([path, entry]) => `${path}: ${licenseOf(path, entry)}`);

test('every package has a license that the project may use', () => {
  expect(locked.length).toBeGreaterThan(300);
  expect(ofBench.length).toBeGreaterThan(100);
  expect(refused([...locked, ...ofBench])).toEqual([]);
});

test.each(['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'UNLICENSED', 'MPL-2.0'])('refuses %s on a site', (license) => {
  expect(isAllowed(license, ON_A_SITE)).toBe(false);
});

test.each(['MIT', '(MIT OR GPL-3.0-only)', 'Apache-2.0 AND MIT'])('accepts %s on a site', (license) => {
  expect(isAllowed(license, ON_A_SITE)).toBe(true);
});

test.each(['package.json', 'demo/package.json', 'bench/lighthouse/package.json'])(
  '%s has exact versions only',
  (file) => {
    const manifest = read(file);
    const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries<string>(manifest[kind] ?? {}),
    );
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  },
);

test('every locked package has a hash', () => {
  const unsure = [...locked, ...ofBench].filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
  expect(unsure.map(([path]) => path)).toEqual([]);
});
