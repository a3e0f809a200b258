import { expect, test } from 'vitest';
import { testDatabase } from '../support/database/test-database.ts';
import { mailsTo } from '../support/mail/mails.ts';
import { pagesApp } from '../support/server/pages-app.ts';

const { pool } = await testDatabase();
const app = await pagesApp(pool);
const get = (url: string) => app.inject({ url });
const held = (body: string, ...words: string[]) => words.filter((word) => body.includes(word));

/** Returns the JSON-LD objects on a page, by their type. */
async function statements(path: string): Promise<Record<string, Record<string, unknown>>> {
  const { body } = await get(path);
  const found = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  return Object.fromEntries(found.map(([, text = '']) => [JSON.parse(text)['@type'], JSON.parse(text)]));
}

const POST = '/blog/how-to-decode-vin-china';
const FEED_LINK =
  '<link rel="alternate" type="application/atom+xml" title="CarQuay blog" href="http://localhost/feed.xml"';

test.each([
  [
    '/AboutUs',
    [
      '<h1 class="text-3xl">About CarQuay</h1>',
      'founded in 2023',
      'Browse Available Cars',
      'Regions we serve',
      '<link rel="canonical" href="http://localhost/AboutUs"',
      '<meta property="og:image" content="http://localhost/api/media/scene-quay?w=1600&amp;f=jpg&amp;q=80"',
    ],
  ],
  ['/ContactUs', ['Send message', '<link rel="canonical" href="http://localhost/ContactUs"', 'Contact via chat']],
  [
    '/blogs',
    [
      'The export guide',
      '2,500-5,000',
      '21-55',
      'Contact via chat',
      'https://wa.me/8620000000000?text=Hello%20CarQuay',
      'href="/ContactUs"',
      'Get Quote',
      `href="${POST}"`,
      'href="/blog/china-used-car-market-2025"',
      FEED_LINK,
    ],
  ],
  [
    POST,
    [
      'How to decode the VIN of a Chinese car',
      '<time dateTime="2025-03-18">Mar 18, 2025</time>',
      '6 min read',
      '/api/media/scene-seventeen-boxes',
      'href="#position-10-the-year"',
      'id="position-10-the-year"',
      'Read next',
      'href="/blog/vin-decoding-used-car-check"',
      '<meta property="og:type" content="article"',
      FEED_LINK,
    ],
  ],
])('%s contains all its content in the server-rendered HTML', async (path, words) => {
  const { statusCode, body } = await get(path);
  expect(statusCode).toBe(200);
  expect(held(body, ...words)).toEqual(words);
});

test.each(['/blog/no-such-post', '/blog/..%2f..%2fetc', `/blog/${'x'.repeat(200)}`])(
  '%s is answered with 404 and noindex',
  async (path) => {
    const { statusCode, body } = await get(path);
    expect(statusCode).toBe(404);
    expect(held(body, 'Post not found', 'noindex', 'See all posts')).toHaveLength(3);
  },
);

test('a post URL in another letter case redirects permanently to the canonical URL', async () => {
  const { statusCode, headers } = await get('/Blog/How-To-Decode-VIN-China/?x=1');
  expect([statusCode, headers.location]).toEqual([301, '/blog/How-To-Decode-VIN-China?x=1']);
  const next = await get(String(headers.location));
  expect([next.statusCode, next.headers.location]).toEqual([301, `${POST}?x=1`]);
});

test('structured data describes the post, its breadcrumbs and the organization', async () => {
  const { BlogPosting, BreadcrumbList } = await statements(POST);
  expect(BlogPosting).toMatchObject({
    '@context': 'https://schema.org',
    headline: 'How to decode the VIN of a Chinese car',
    datePublished: '2025-03-18',
    image: 'http://localhost/api/media/scene-seventeen-boxes?w=1600&f=jpg&q=80',
    mainEntityOfPage: `http://localhost${POST}`,
    author: { '@type': 'Organization', name: 'CarQuay', url: 'http://localhost/' },
    publisher: { '@type': 'Organization', logo: 'http://localhost/icons/icon-512.png' },
  });
  expect(BreadcrumbList?.itemListElement).toMatchObject([
    { position: 1, name: 'Home', item: 'http://localhost/' },
    { position: 2, name: 'Export Guide', item: 'http://localhost/blogs' },
    { position: 3, name: 'How to decode the VIN of a Chinese car', item: `http://localhost${POST}` },
  ]);
  for (const path of ['/AboutUs', '/ContactUs']) {
    expect((await statements(path)).Organization).toMatchObject({
      name: 'CarQuay',
      foundingDate: '2023',
      contactPoint: { url: 'http://localhost/ContactUs' },
    });
  }
});

test('the Atom feed has one entry per post', async () => {
  const { statusCode, headers, body } = await get('/feed.xml');
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  expect(body.match(/<entry>/g)).toHaveLength(6);
  expect(held(body, `<id>http://localhost${POST}</id>`, '<title>CarQuay blog</title>')).toHaveLength(2);
});

const POSTED = { name: 'Amina', email: 'amina@buyers.example', subject: 'A quote', message: 'One Seal' };

function sendForm(url: string, body: string, type = 'application/x-www-form-urlencoded') {
  return app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: body });
}

test('without scripts, an invalid message returns 400 with the input, and a valid one clears the form', async () => {
  const names = Object.keys(POSTED).map((name) => `name="${name}"`);
  expect(held((await get('/ContactUs')).body, ...names)).toEqual(names);
  const wrong = await sendForm('/ContactUs', new URLSearchParams({ ...POSTED, email: 'amina' }).toString());
  expect(wrong.statusCode).toBe(400);
  expect(held(wrong.body, 'Email is invalid.', 'value="amina"', '>One Seal</textarea>')).toHaveLength(3);
  const right = await sendForm('/ContactUs', new URLSearchParams(POSTED).toString());
  expect(right.statusCode).toBe(200);
  expect(held(right.body, 'Your message was sent successfully!')).toHaveLength(1);
  expect(held(right.body, 'One Seal', 'amina@buyers.example')).toEqual([]);
  expect(await mailsTo(pool, 'admin@carquay.example')).toHaveLength(1);
});

const subscribers = async () => (await pool.query('select confirmed_at from newsletter_subscribers')).rows;

async function pathIn(page: string): Promise<string> {
  const { rows } = await pool.query(
    "select text from mail_outbox where to_address = 'reader@buyers.example' order by id",
  );
  return new RegExp(`/${page}\\?token=\\S+`).exec(rows.map(({ text }) => text).join('\n'))?.[0] ?? '';
}

test('a newsletter link changes nothing on GET; its form and one-click unsubscribe do', async () => {
  await app.inject({ method: 'POST', url: '/api/newsletter', payload: { email: 'reader@buyers.example' } });
  const [confirm, leave] = [await pathIn('ConfirmNewsletter'), await pathIn('Unsubscribe')];
  for (const path of [confirm, leave]) {
    const { statusCode, headers, body } = await get(path);
    expect([statusCode, headers['cache-control'], headers['referrer-policy']]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ]);
    expect(held(body, 'noindex')).toHaveLength(1);
  }
  expect(await subscribers()).toEqual([{ confirmed_at: null }]);
  expect(held((await sendForm(confirm, '')).body, 'You’re subscribed to our newsletter.')).toHaveLength(1);
  expect(await subscribers()).toEqual([{ confirmed_at: expect.any(Date) }]);
  const part = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  expect((await sendForm(leave, part, 'multipart/form-data; boundary=x')).statusCode).toBe(200);
  expect(await subscribers()).toEqual([]);
  expect((await sendForm(leave, 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
});
