import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = (file: string) => readFileSync(file, 'utf8');
const manifest = JSON.parse(text('package.json'));

test('.nvmrc names the Node version that package.json installs', () => {
  const version = text('.nvmrc').trim();
  const pinned = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith('node-'));
  expect(pinned.length).toBeGreaterThan(0);
  for (const [name, pin] of pinned) expect(pin, name).toBe(version);
});

test('the workflow runs the test command of the README with the Node of .nvmrc', () => {
  const [, command = ''] = /## Test it\n[\s\S]*?(npm (?:test|run \S+))/.exec(text('README.md')) ?? [];
  expect(command).toBe('npm test');
  const workflow = text('.github/workflows/ci.yml');
  expect(workflow).toContain(`- run: ${command} -- --dates\n`);
  expect(workflow).toContain('node-version-file: .nvmrc\n');
});

test('package.json and the license file name the same license', () => {
  expect(manifest.license).toBe('MIT');
  expect(text('LICENSE')).toContain(`${manifest.license} License`);
});

test('the changelog has the version of package.json', () => {
  expect(text('CHANGELOG.md')).toContain(`\n## [${manifest.version}]`);
});
