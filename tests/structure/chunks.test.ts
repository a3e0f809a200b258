import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ASSETS = 'build/client/assets';
const chunks = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
const textOf = (name: string) => readFileSync(`${ASSETS}/${name}`, 'utf8');

/** The chunk of a page: its name, and a mark of its content. */
function only(page: string): string {
  const named = chunks.filter((name) => name.slice(0, -'-12345678.js'.length) === page);
  expect(named, page).toHaveLength(1);
  return named[0] ?? '';
}

/** The chunks that a chunk waits for, itself among them. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, next = ''] of textOf(name).matchAll(/(?:from|import)"\.\/([^"]+)"/g)) withImports(next, found);
  return found;
}

test('a page carries the words of its own area, and what checks forms travels only to pages with forms', () => {
  const textFor = (page: string) => [...withImports(only(page))].map(textOf).join('\n');
  const words = [...Object.keys(JSON.parse(readFileSync('messages/en/account.json', 'utf8')))];
  const held = (page: string) => words.filter((word) => textFor(page).includes(`"${word}`)).length;
  expect(held('login')).toBe(words.length);
  expect(held('home')).toBe(0);
  expect(textFor('login')).toContain('safeParse');
  expect(textFor('home')).not.toContain('safeParse');
});

test('no page waits for what brings favourites from the account', () => {
  const holders = chunks.filter((name) => textOf(name).includes('favouritesFetched'));
  expect(holders).toHaveLength(1);
  for (const page of ['home', 'explore', 'car-page']) expect(withImports(only(page))).not.toContain(holders[0]);
});

test('the tables of VIN codes stay on the server', () => {
  expect(readFileSync('content/vin/chinese-cars.ts', 'utf8')).toContain('LC0 LGX LPE');
  expect(chunks.filter((name) => textOf(name).includes('LC0 LGX LPE'))).toEqual([]);
});

test('nothing of the back office travels with the site', () => {
  const textFor = (page: string) => [...withImports(only(page))].map(textOf).join('\n');
  const marks = ['admin.table.actions', 'data-table', 'admin.nav.users'];
  expect(marks.filter((mark) => !textFor('user-management').includes(mark))).toEqual([]);
  for (const page of ['home', 'explore', 'car-page', 'login', 'dashboard'])
    expect(marks.filter((mark) => textFor(page).includes(mark))).toEqual([]);
});

test('what draws charts, and d3 with its names of colours, travels with the dashboard alone', () => {
  for (const mark of ['non-scaling-stroke', 'papayawhip']) {
    const holders = chunks.filter((name) => textOf(name).includes(mark));
    expect(holders).toHaveLength(1);
    expect(withImports(only('admin-dashboard'))).toContain(holders[0]);
    for (const page of ['home', 'user-management']) expect(withImports(only(page))).not.toContain(holders[0]);
  }
});

test('no page waits for the legal texts', () => {
  const holders = chunks.filter((name) => textOf(name).includes('Aug 30, 2024'));
  expect(holders).toHaveLength(2);
  for (const page of ['home', 'signup'])
    for (const holder of holders) expect(withImports(only(page))).not.toContain(holder);
});

test('articles travel only to the pages that show them, and a Markdown library to none', () => {
  const textFor = (page: string) => [...withImports(only(page))].map(textOf).join('\n');
  for (const mark of ['content.contents', 'newsletter.linkDead']) {
    expect(textFor('blog-post')).toContain(mark);
    expect(textFor('home')).not.toContain(mark);
  }
  expect(textFor('blog-post')).not.toContain('safeParse');
  expect(chunks.filter((name) => textOf(name).includes('list_item'))).toEqual([]);
});

test('the calendar and the payment provider’s script travel only where they are needed', () => {
  for (const mark of ['calendar-button figures', 'https://js.stripe.com']) {
    const holders = chunks.filter((name) => textOf(name).includes(mark));
    expect(holders).toHaveLength(1);
    for (const page of ['home', 'payment']) expect(withImports(only(page))).not.toContain(holders[0]);
  }
});
