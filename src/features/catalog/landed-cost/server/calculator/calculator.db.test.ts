import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { clockOfShippedRules } from '../../../../../../tests/support/runner/test-clock.ts';
import { getJson, testApp } from '../../../../../../tests/support/server/test-app.ts';

const { pool } = await testDatabase();
await loadSeed(pool);
const settings = { PUBLIC_URL: 'https://cars.example' };
const app = await testApp(pool, settings, undefined, false, clockOfShippedRules());

async function show(typed: Record<string, string> = {}, on = app) {
  const query = new URLSearchParams(typed);
  const { statusCode, body, headers } = await on.inject({
    url: `/embed/import?${query}`,
    headers: { host: 'cars.example' },
  });
  return { status: statusCode, html: body, headers };
}

const ESCAPES: [RegExp, string][] = [
  [/&/g, '&amp;'],
  [/'/g, '&#x27;'],
  [/"/g, '&quot;'],
];
const inHtml = (text: string) => ESCAPES.reduce((escaped, [sign, entity]) => escaped.replace(sign, entity), text);

test('any page may frame the calculator, which sets no cookie, runs no script and weighs at most 30 KB', async () => {
  const { html, headers } = await show({ country: 'KE', steering: 'right', cif: '9000' });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).not.toHaveProperty('x-frame-options');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors *`,
  );
  expect(html).not.toContain('<script');
  expect(html.length).toBeLessThan(30 * 1024);
  expect(gzipSync(html).length).toBeLessThan(8 * 1024);
});

test('asks for the country first, and offers those with rules', async () => {
  const { html } = await show();
  expect(html).toContain('<option value="KE">Kenya</option>');
  expect(html).not.toContain('role="status"');
});

test('shows the light, rules and charges that the public calls answer, and what was typed', async () => {
  const facts = { country: 'KE', steering: 'left', first_registration: '2021-03', fuel: 'petrol', engine_cc: '1500' };
  const { html } = await show({ ...facts, country: 'ke', cif: '9000' });
  const check = (await getJson(app, `/api/import/check?${new URLSearchParams(facts)}`)).body;
  const charges = (await getJson(app, `/api/import/charges?${new URLSearchParams({ ...facts, cif: '9000' })}`)).body;
  expect(check.light).toBe('red');
  expect(html).toContain('<p role="status" class="light red">Not allowed</p>');
  expect(html).toContain(`<p>${inHtml(check.sentence)}</p>`);
  const prohibited = check.reasons.find(({ outcome }: { outcome: string }) => outcome === 'prohibited');
  expect(html).toContain(`href="${inHtml(prohibited.source.url)}"`);
  for (const { name, kind } of charges.lines) if (kind !== 'value') expect(html).toContain(inHtml(name));
  for (const { sentence } of charges.missing) expect(html).toContain(inHtml(sentence));
  expect(html).toContain('<option value="KE" selected="">Kenya</option>');
  expect(html).toContain('name="engine_cc" value="1500"');
  expect(html).toContain('href="https://cars.example/import/kenya"');
});

test.each([
  [{ country: 'KE', engine_cc: '-1', fuel: 'coal' }, 'Check these fields: Fuel, Engine in cc.'],
  [{ country: 'KE', cif: 'a lot' }, 'Check these fields: Price at the port (CIF) in US dollars.'],
  [{ country: 'KE', first_registration: '2021-13' }, 'Check these fields: First registration (year and month).'],
  [{ country: 'XX' }, 'We don’t know the import rules of this country.'],
  [{ country: '<script>' }, 'Check these fields: Country.'],
])('refuses %j with a sentence', async (typed, sentence) => {
  const { status, html, headers } = await show(typed);
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(html).toContain(`<p role="alert" class="light red">${sentence}</p>`);
  expect(html).not.toContain('<script');
});

test('shows what was typed as text', async () => {
  const { html } = await show({ country: 'KE', engine_cc: '"><img src=x onerror=alert(1)>' });
  expect(html).not.toContain('<img');
  expect(html).toContain('&quot;&gt;&lt;img');
});

test('a client without budget is refused', async () => {
  const limited = await testApp(pool, { ...settings, READS_PER_MINUTE: '3' });
  expect((await show({}, limited)).status).toBe(200);
  expect((await show({}, limited)).status).toBe(429);
});
