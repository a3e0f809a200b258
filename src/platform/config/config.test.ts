import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OperatorError } from '#platform/operator-error.ts';
import { readConfig, settings } from './config.ts';

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, demoListings: 4200, databaseUrl: undefined, logLevel: 'warn' });
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://x'],
  ['PUBLIC_URL', 'cars.example'],
  ['DEMO_LISTINGS', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['CHAT_NUMBER', '+86 138'],
])('%s=%s is refused with a sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(OperatorError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^The setting ${name} must`));
});

test('the README lists every setting, and no other', () => {
  const listed = [...readFileSync('README.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(Object.keys(settings));
});
