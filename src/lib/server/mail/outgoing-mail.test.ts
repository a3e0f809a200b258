import { expect, test } from 'vitest';
import { composeMail as compose } from './outgoing-mail.ts';

const URL = 'https://cars.example/Confirm?token=abc&x=1';
const composeMail = (content: Parameters<typeof compose>[0]) =>
  compose(content, { locale: 'he', dir: 'rtl', version: '' });
const CONTENT = {
  title: 'Confirm <your> address',
  paragraphs: ['Hello "Amina" & \'Co\',', 'أهلا 王小明\nsecond line'],
  action: { label: 'Confirm', url: URL },
  footer: 'Why you get this',
};

test('puts the link on its own line in the text version', () => {
  expect(composeMail(CONTENT).text).toBe(
    `Confirm <your> address\n\nHello "Amina" & 'Co',\n\nأهلا 王小明\nsecond line\n\nConfirm:\n${URL}\n\nWhy you get this`,
  );
});

test('escapes text in the HTML and sets dir="auto"', () => {
  const { html } = composeMail({ ...CONTENT, footer: '<img src=x onerror=alert(1)>' });
  expect(html).toContain('>Confirm &lt;your&gt; address</h1>');
  expect(html).toContain('<title>Confirm &lt;your&gt; address</title>');
  expect(html).toContain('>Hello &quot;Amina&quot; &amp; &#39;Co&#39;,</p>');
  expect(html).toMatch(/<p [^>]*dir="auto"[^>]*>أهلا 王小明<br>second line<\/p>/);
  expect(html).not.toContain('<img');
  expect(html).toContain('<html lang="he" dir="rtl">');
});

test('the HTML has the link as a button and as a URL, or no link without an action', () => {
  const { action, ...plain } = CONTENT;
  const escaped = 'https://cars.example/Confirm?token=abc&amp;x=1';
  const { html } = composeMail(CONTENT);
  expect(html.split(`href="${escaped}"`)).toHaveLength(3);
  expect(html).toContain(`>${escaped}</a>`);
  expect(html).toContain('>Confirm</a>');
  expect(composeMail(plain).html).not.toContain('<a ');
  expect(composeMail({ ...CONTENT, action: { ...action, url: 'https://x.example/"onclick="y' } }).html).not.toContain(
    '"onclick',
  );
});

test('a mail with an unsubscribe link ends with it', () => {
  const unsubscribe = { label: 'Unsubscribe', url: 'https://cars.example/Unsubscribe?a=1&b="' };
  const { text, html } = composeMail({ ...CONTENT, unsubscribe });
  expect(text.endsWith(`Why you get this\n\nUnsubscribe:\n${unsubscribe.url}`)).toBe(true);
  expect(html).toMatch(
    /Why you get this<br><a [^>]*href="https:\/\/cars.example\/Unsubscribe\?a=1&amp;b=&quot;"[^>]*>Unsubscribe<\/a>/,
  );
  expect(composeMail(CONTENT).html).not.toContain('Unsubscribe');
});
