import { expect, test } from 'vitest';
import { atomFeed } from './feed.ts';

const POST = { slug: 'a', date: '2025-12-31', cover: { scene: 'quay', alt: '' }, minutes: 5 };

test('lists each post with its date and escapes markup', () => {
  const feed = atomFeed({
    lang: 'en',
    title: 'Blog',
    subtitle: 'Cars',
    self: 'https://x.example/feed.xml',
    page: 'https://x.example/blogs',
    posts: [
      { ...POST, title: '<b> & "c"', excerpt: 'x]]>', url: 'https://x.example/blog/a?b&c' },
      { ...POST, title: 'Older', excerpt: 'y', date: '2025-01-01', url: 'https://x.example/blog/b' },
    ],
  });
  expect(feed).toContain('<title>&lt;b&gt; &amp; &quot;c&quot;</title>');
  expect(feed).toContain('<summary>x]]&gt;</summary>');
  expect(feed).toContain('<id>https://x.example/blog/a?b&amp;c</id>');
  expect(feed).toContain('<link rel="self" type="application/atom+xml" href="https://x.example/feed.xml"/>');
  expect([...feed.matchAll(/<updated>(.*?)<\/updated>/g)].map(([, time]) => time)).toEqual([
    '2025-12-31T00:00:00Z',
    '2025-12-31T00:00:00Z',
    '2025-01-01T00:00:00Z',
  ]);
});
