import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { OWN_SCRIPT, postProcessPage as processed } from '../../src/app/pages/post-process-page.ts';

const postProcessPage = (rendered: string) => {
  const page = processed(Buffer.from(rendered));
  return { ...page, html: page.html.toString() };
};
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('the policy allows inline scripts with our nonce and no others', () => {
  const { policy, html } = postProcessPage(
    `<head><script nonce="${OWN_SCRIPT}">own()</script></head><p><script>foreign()</script><script nonce="guess">guess()</script></p>`,
  );
  expect(policy).toContain(hashOf('own()'));
  expect(policy).not.toContain(hashOf('foreign()'));
  expect(policy).not.toContain(hashOf('guess()'));
  expect(policy).not.toContain('unsafe');
  expect(html).toContain('<script>own()</script>');
});

test('the nonce is removed from the HTML, including inline data', () => {
  const script = `data("nonce","${OWN_SCRIPT}")`;
  const { html, policy } = postProcessPage(`<script type="module" nonce="${OWN_SCRIPT}">${script}</script>`);
  expect(html).not.toContain(OWN_SCRIPT);
  expect(policy).toContain(hashOf('data("nonce","")'));
});

test('stylesheets are placed before module preloads, which get low priority', () => {
  const hint = '<link rel="modulepreload" href="/a.js"/>';
  const { html } = postProcessPage(`<head>${hint}<link rel="stylesheet" href="/a.css"/></head><p>${'</head>'}</p>`);
  expect(html).toBe(
    '<head><link rel="stylesheet" href="/a.css"/><link fetchpriority="low" rel="modulepreload" href="/a.js"/></head><p></head></p>',
  );
});

test('the ETag of a page depends only on its content', () => {
  const page = postProcessPage('<p>carquay</p>'.repeat(100));
  expect(postProcessPage(page.html).etag).toBe(page.etag);
  expect(postProcessPage(`${page.html}!`).etag).not.toBe(page.etag);
});
