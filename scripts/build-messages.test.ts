import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compileMessages } from './build-messages.ts';

const root = join(tmpdir(), `carquay-messages-${process.pid}`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Files = Record<string, Record<string, string>>;

/** Compiles message files and returns a reader for the output. */
function compile(files: Files, available = ['en']): (path: string) => string {
  rmSync(root, { recursive: true, force: true });
  for (const [path, messages] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(messages));
  }
  writeFileSync(join(root, 'locales.json'), JSON.stringify({ default: 'en', available }));
  compileMessages(root, join(root, 'out'));
  return (path) => readFileSync(join(root, 'out', path), 'utf8');
}

const SITE = { 'a.plain': 'Text', 'a.named': 'Hello {name}, {cars, plural, one {# car by {maker}} other {# cars}}' };

test('writes a file per locale for the server and one per area for browsers', () => {
  const read = compile({ 'en/site.json': { 'a.plain': 'Text' }, 'en/mail.json': { 'b.plain': 'Mail' } });
  expect(JSON.parse(read('en.json'))).toEqual({ 'a.plain': ['Text'], 'b.plain': ['Mail'] });
  expect(read('en/site.js')).toContain('export default');
  expect(read('en/site.js')).not.toContain('Mail');
});

test('derives the type of each placeholder from its ICU kind', () => {
  const types = compile({ 'en/site.json': { ...SITE, 'a.dated': '{day, date} {price, number}' } })('message-types.ts');
  expect(types).toContain('"a.named": { name: string; cars: number; maker: string };');
  expect(types).toContain('"a.dated": { day: Date; price: number };');
  expect(types).toMatch(/MessageKey =\n {2}\| "a.plain";/);
});

test('notes the direction of each locale, and a version that changes with its messages', () => {
  const locales = (messages: Record<string, string>) =>
    JSON.parse(compile({ 'en/site.json': SITE, 'he/site.json': messages }, ['en', 'he'])('locales.json')).locales;
  const before = locales(SITE);
  expect([before.en.dir, before.he.dir]).toEqual(['ltr', 'rtl']);
  const after = locales({ ...SITE, 'a.plain': 'Other' });
  expect(after.en.version).toBe(before.en.version);
  expect(after.he.version).not.toBe(before.he.version);
});

test.each<[string, Files, string[], string]>([
  ['one id in two areas', { 'en/a.json': { x: 'X' }, 'en/b.json': { x: 'Y' } }, ['en'], 'defined in two files'],
  ['text that is no ICU message', { 'en/a.json': { x: '{n, plural, one {#}' } }, ['en'], 'x is no ICU message'],
  ['a missing message', { 'en/a.json': { x: 'X' }, 'de/a.json': {} }, ['en', 'de'], 'de lacks the message a/x'],
  [
    'another placeholder',
    { 'en/a.json': { x: '{n}' }, 'de/a.json': { x: '{m}' } },
    ['en', 'de'],
    'lacks the message a/x {n}',
  ],
  ['an unknown message', { 'en/a.json': {}, 'de/a.json': { x: 'X' } }, ['en', 'de'], 'de has the message a/x'],
])('rejects %s', (_name, files, available, message) => {
  expect(() => compile(files, available)).toThrow(message);
});
