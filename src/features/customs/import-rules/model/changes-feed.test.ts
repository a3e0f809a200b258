import { expect, test } from 'vitest';
import { type ChangesFeed, jsonFeed, rssFeed } from './changes-feed.ts';

const change = {
  ...({ list: 'rules', id: 'KE-age-1.2', country: 'KE', version: 4, before: null } as const),
  ...{ published_at: '2026-11-29T08:00:00.000Z', text: 'At most 8 years.', valid_from: null, valid_to: null },
};
const feed: ChangesFeed = {
  ...{ lang: 'en', title: 'Changes', description: 'Rules & charges', self: 'https://quay.example/import/changes.rss' },
  page: 'https://quay.example/import',
  items: [{ change, title: 'Kenya <new>', text: '8 & more', url: 'https://quay.example/import/kenya?a=1&b=2' }],
};

test('RSS escapes text and addresses, and names each change by its version and row', () => {
  const rss = rssFeed(feed);
  expect(rss).toContain('<title>Kenya &lt;new&gt;</title>');
  expect(rss).toContain('<link>https://quay.example/import/kenya?a=1&amp;b=2</link>');
  expect(rss).toContain('<guid isPermaLink="false">import-rule:4:rules:KE-age-1.2</guid>');
  expect(rss).toContain('<pubDate>Sun, 29 Nov 2026 08:00:00 GMT</pubDate>');
});

test('a feed without changes has no date', () => {
  expect(rssFeed({ ...feed, items: [] })).not.toContain('lastBuildDate');
  expect(JSON.parse(jsonFeed({ ...feed, items: [] })).items).toEqual([]);
});

test('JSON Feed has the same items', () => {
  expect(JSON.parse(jsonFeed(feed))).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    items: [{ id: 'import-rule:4:rules:KE-age-1.2', content_text: '8 & more', tags: ['KE', 'rules'] }],
  });
});
