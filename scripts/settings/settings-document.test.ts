import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '#lib/server/config/settings.ts';
import { settingsDocument } from './settings-document.ts';

const namesIn = (document: string) => [...document.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name);

test('docs/settings.md describes the settings; npm run settings updates it', () => {
  expect(readFileSync('docs/settings.md', 'utf8')).toBe(settingsDocument());
});

test('docs/settings.md lists every setting once, with a description', () => {
  expect(namesIn(settingsDocument()).toSorted()).toEqual(Object.keys(settings.shape).toSorted());
  expect(settingsDocument()).not.toContain('undefined');
});

test('the README names only settings that exist', () => {
  const named = namesIn(readFileSync('README.md', 'utf8'));
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(Object.keys(settings.shape)).toContain(name);
});
