import { expect, test } from 'vitest';
import { composeMail } from './mail-layout.ts';

const URL = 'https://cars.example/Confirm?token=abc&x=1';
const CONTENT = {
  title: 'Confirm <your> address',
  paragraphs: ['Hello "Amina" & \'Co\',', 'أهلا 王小明\nsecond line'],
  action: { label: 'Confirm', url: URL },
  footer: 'Why you get this',
};

test('the text has the link on a line of its own', () => {
  expect(composeMail(CONTENT).text).toBe(
    `Confirm <your> address\n\nHello "Amina" & 'Co',\n\nأهلا 王小明\nsecond line\n\nConfirm:\n${URL}\n\nWhy you get this`,
  );
});

test('what people wrote is text in the HTML, in its own direction', () => {
  const { html } = composeMail({ ...CONTENT, footer: '<img src=x onerror=alert(1)>' });
  expect(html).toContain('>Confirm &lt;your&gt; address</h1>');
  expect(html).toContain('<title>Confirm &lt;your&gt; address</title>');
  expect(html).toContain('>Hello &quot;Amina&quot; &amp; &#39;Co&#39;,</p>');
  expect(html).toMatch(/<p [^>]*dir="auto"[^>]*>أهلا 王小明<br>second line<\/p>/);
  expect(html).not.toContain('<img');
  expect(html).toContain('<html lang="en" dir="ltr">');
});

test('the link is there as a button and bare, and absent without an action', () => {
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

test('a mail by subscription ends with the way out of it', () => {
  const unsubscribe = { label: 'Unsubscribe', url: 'https://cars.example/Unsubscribe?a=1&b="' };
  const { text, html } = composeMail({ ...CONTENT, unsubscribe });
  expect(text.endsWith(`Why you get this\n\nUnsubscribe:\n${unsubscribe.url}`)).toBe(true);
  expect(html).toMatch(
    /Why you get this<br><a [^>]*href="https:\/\/cars.example\/Unsubscribe\?a=1&amp;b=&quot;"[^>]*>Unsubscribe<\/a>/,
  );
  expect(composeMail(CONTENT).html).not.toContain('Unsubscribe');
});
