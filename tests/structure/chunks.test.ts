import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ASSETS = 'build/client/assets';
const chunks = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
const textOf = (name: string) => readFileSync(`${ASSETS}/${name}`, 'utf8');

const manifest = textOf(readdirSync(ASSETS).find((name) => /^manifest-\w+\.js$/.test(name)) ?? '');
const modules = new Set([...manifest.matchAll(/"module":"\/assets\/([^"]+)"/g)].map(([, name]) => name));

/** Returns the chunk of a page, which is named after its file. Other chunks can have the same name. */
function chunkOf(page: string): string {
  const named = chunks.filter((name) => modules.has(name) && name.slice(0, -'-12345678.js'.length) === page);
  expect(named, page).toHaveLength(1);
  return named[0] ?? '';
}

/** Returns a chunk and all chunks it imports statically. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, next = ''] of textOf(name).matchAll(/(?:from|import)"\.\/([^"]+)"/g)) withImports(next, found);
  return found;
}

test('each message is only in the file of its language and area', () => {
  const messages: Record<string, string> = JSON.parse(readFileSync('messages/en/people.json', 'utf8'));
  const ids = Object.keys(messages).map((id) => `"${id}\\":`);
  const holders = chunks.filter((name) => ids.some((id) => textOf(name).includes(id)));
  expect(holders).toHaveLength(1);
  expect(holders[0]).toMatch(/^messages-en-people-/);
});

test('a page loads form validation only if it has a form', () => {
  const textFor = (page: string) => [...withImports(chunkOf(page))].map(textOf).join('\n');
  expect(textFor('login')).toContain('safeParse');
  expect(textFor('home')).not.toContain('safeParse');
});

test('no page loads the favorites synchronization up front', () => {
  const holders = chunks.filter((name) => textOf(name).includes('favouritesFetched'));
  expect(holders).toHaveLength(1);
  for (const page of ['home', 'explore', 'car-page']) expect(withImports(chunkOf(page))).not.toContain(holders[0]);
});

test('no chunk contains the VIN code tables', () => {
  expect(readFileSync('content/vin/chinese-cars.ts', 'utf8')).toContain('LC0 LGX LPE');
  expect(chunks.filter((name) => textOf(name).includes('LC0 LGX LPE'))).toEqual([]);
});

test('public pages load no back-office code', () => {
  const textFor = (page: string) => [...withImports(chunkOf(page))].map(textOf).join('\n');
  const marks = ['admin.table.actions', 'data-table', 'admin.nav.users'];
  expect(marks.filter((mark) => !textFor('user-management').includes(mark))).toEqual([]);
  for (const page of ['home', 'explore', 'car-page', 'login', 'dashboard'])
    expect(marks.filter((mark) => textFor(page).includes(mark))).toEqual([]);
});

test('only the dashboard loads the chart code and d3', () => {
  for (const mark of ['non-scaling-stroke', 'papayawhip']) {
    const holders = chunks.filter((name) => textOf(name).includes(mark));
    expect(holders).toHaveLength(1);
    expect(withImports(chunkOf('admin-dashboard'))).toContain(holders[0]);
    for (const page of ['home', 'user-management']) expect(withImports(chunkOf(page))).not.toContain(holders[0]);
  }
});

test('no page loads the legal texts up front', () => {
  const holders = chunks.filter((name) => textOf(name).includes('Aug 30, 2024'));
  expect(holders).toHaveLength(2);
  for (const page of ['home', 'signup'])
    for (const holder of holders) expect(withImports(chunkOf(page))).not.toContain(holder);
});

test('only blog posts load the article code, and no chunk contains a Markdown library', () => {
  const textFor = (page: string) => [...withImports(chunkOf(page))].map(textOf).join('\n');
  expect(textFor('blog-post')).toContain('content.contents');
  expect(textFor('home')).not.toContain('content.contents');
  expect(textFor('blog-post')).not.toContain('safeParse');
  expect(chunks.filter((name) => textOf(name).includes('list_item'))).toEqual([]);
});

test('the calendar and the payment provider’s script are loaded on demand', () => {
  for (const mark of ['calendar-button figures', 'https://js.stripe.com']) {
    const holders = chunks.filter((name) => textOf(name).includes(mark));
    expect(holders).toHaveLength(1);
    for (const page of ['home', 'car-page', 'payment']) expect(withImports(chunkOf(page))).not.toContain(holders[0]);
  }
});

test('only the page that verifies documents loads the code that checks signatures', () => {
  for (const mark of ['carquay document v1', '%CQ1 code=']) {
    const holders = chunks.filter((name) => textOf(name).includes(mark));
    expect(holders).toHaveLength(1);
    expect(withImports(chunkOf('verify'))).toContain(holders[0]);
    for (const page of ['home', 'explore', 'car-page', 'dashboard'])
      expect(withImports(chunkOf(page))).not.toContain(holders[0]);
  }
});

test('the full-screen gallery is loaded on demand', () => {
  const holders = chunks.filter((name) => textOf(name).includes('full-screen-stage'));
  expect(holders).toHaveLength(1);
  expect(withImports(chunkOf('car-page'))).not.toContain(holders[0]);
});

test('recently viewed cars and the bar of compared cars are loaded on demand', () => {
  for (const mark of ['cars.viewed.clear.label', 'compare.more']) {
    const code = chunks.filter((name) => !name.startsWith('messages-') && textOf(name).includes(mark));
    expect(code).toHaveLength(1);
    for (const page of ['home', 'explore', 'car-page']) expect(withImports(chunkOf(page))).not.toContain(code[0]);
  }
});

/** Brotli bytes of the scripts that a page loads at once. */
const weightOf = (page: string) =>
  [...withImports(chunkOf(page))].reduce(
    (sum, name) => sum + readFileSync(`${ASSETS}/${name}${compressedAs(name)}`).length,
    0,
  );
/** Files below 600 bytes are not compressed. */
const compressedAs = (name: string) => (existsSync(`${ASSETS}/${name}.br`) ? '.br' : '');

test.each([
  ['home', 139],
  ['explore', 147],
  ['car-page', 140],
  ['import-country', 166],
])('the scripts of %s weigh at most %i KB', (page, most) => {
  expect(weightOf(page) / 1024).toBeLessThanOrEqual(most);
  expect(weightOf(page) / 1024).toBeGreaterThan(most - 8);
});

test('the parts of a car page below its price are loaded when they come near', () => {
  const atOnce = [...withImports(chunkOf('car-page'))].map(textOf).join('\n');
  const code = chunks
    .filter((name) => !name.startsWith('messages-'))
    .map(textOf)
    .join('\n');
  const marks = [
    'landed.reasons.met',
    'car.history.accident',
    'reviews.summary',
    'car.related.all',
    'pricePosition.basis',
  ];
  for (const mark of marks) {
    expect(code).toContain(mark);
    expect(atOnce).not.toContain(mark);
  }
});

test('the manifest of routes names no chunks that only the server needs', () => {
  expect(manifest).toContain('"module":"/assets/car-page-');
  expect(manifest.match(/"imports":/g)).toHaveLength(1);
});
