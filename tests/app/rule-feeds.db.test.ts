import { expect, test } from 'vitest';
import { loadSeed } from '../../src/features/customs/import-rules/server/book/seed.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { changeRulesOfKenya } from '../support/mail/rule-news.ts';
import { clockOfShippedRules } from '../support/runner/test-clock.ts';
import { pagesApp } from '../support/server/pages-app.ts';

const { pool } = await testDatabase();
await loadSeed(pool);
await changeRulesOfKenya(pool, 'Two inspections: <one> & "two".');
const app = await pagesApp(pool, {}, clockOfShippedRules());
const get = (url: string) => app.inject({ url });

test('the JSON feed has the changes of a country and may be cached', async () => {
  const { statusCode, headers, body } = await get('/import/changes.json?country=KE');
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/feed+json; charset=utf-8',
    'public, max-age=600',
  ]);
  const { version, items } = JSON.parse(body);
  expect(version).toBe('https://jsonfeed.org/version/1.1');
  expect(items).toMatchObject([
    {
      content_text: 'Two inspections: <one> & "two".',
      tags: ['KE', 'rules'],
      url: expect.stringMatching(/\/import\/kenya$/),
    },
  ]);
  expect(JSON.parse((await get('/import/changes.json?country=TZ')).body).items).toEqual([]);
});

test('the RSS feed has the same changes as text', async () => {
  const { statusCode, headers, body } = await get('/import/changes.rss');
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8']);
  expect(body).toContain('<description>Two inspections: &lt;one&gt; &amp; &quot;two&quot;.</description>');
  expect(body.match(/<item>/g)).toHaveLength(1);
});

test('a feed of an unknown country is an error that is not cached', async () => {
  for (const [country, status] of [
    ['AQ', 404],
    ['Kenya', 400],
    ['<x>', 400],
  ] as const)
    for (const format of ['rss', 'json']) {
      const { statusCode, headers, body } = await get(
        `/import/changes.${format}?country=${encodeURIComponent(country)}`,
      );
      expect([statusCode, headers['content-type']], country).toEqual([status, 'text/plain; charset=utf-8']);
      expect(body, country).not.toContain(country);
      expect(headers['cache-control'], country).toBe('no-store');
    }
});

test('pages about imports link the feeds, and that of a country its own', async () => {
  const linked = async (url: string) =>
    [...(await get(url)).body.matchAll(/<link rel="alternate"[^>]*href="([^"]*changes[^"]*)"/g)].map(([, href = '']) =>
      href.replace('http://localhost', ''),
    );
  expect(await linked('/import')).toEqual(['/import/changes.rss', '/import/changes.json']);
  expect(await linked('/import/kenya')).toEqual(['/import/changes.rss?country=KE', '/import/changes.json?country=KE']);
});

test('a country page shows what changed, when each rule was checked and where to report a mistake', async () => {
  const { body } = await get('/import/kenya');
  expect(body).toContain('Two inspections: &lt;one&gt; &amp; &quot;two&quot;.');
  expect(body).toContain('Report something wrong or missing');
  expect(body).toContain('Nov 22, 2026');
});
