import { createHash, randomBytes } from 'node:crypto';
import { pagePolicy, type ThirdParties } from '#lib/server/http/security-headers.ts';

/**
 * Nonce of every inline script that the server renders. It is unknown outside the process, so injected scripts cannot
 * have it. It is never sent: `postProcessPage` removes it and allows the marked scripts by their hashes.
 */
export const OWN_SCRIPT = `own-${randomBytes(16).toString('hex')}`;

const OWN_SCRIPTS = new RegExp(`<script[^>]* nonce="${OWN_SCRIPT}"[^>]*>([^]*?)</script>`, 'g');

/** A page as it is sent, with the policy that allows its inline scripts by hash. */
export type ProcessedPage = { html: string; policy: string; etag: string };

export function postProcessPage(rendered: string, thirdParties?: ThirdParties): ProcessedPage {
  const scripts = [...rendered.matchAll(OWN_SCRIPTS)]
    .map(([, script = '']) => script)
    .filter((script) => script !== '');
  const hashes = scripts.map((script) => `'sha256-${sha256(withoutNonce(script))}'`);
  const html = scriptsLast(withoutNonce(rendered));
  return { html, policy: pagePolicy([...new Set(hashes)], thirdParties), etag: `"${sha256(html).slice(0, 27)}"` };
}

const SCRIPT_HINTS = /<link rel="modulepreload"[^>]*>/g;

/**
 * Moves the script preloads to the end of the head with low priority, because they delay what the first paint needs.
 */
function scriptsLast(html: string): string {
  const hints = (html.match(SCRIPT_HINTS) ?? []).map((hint) => hint.replace('<link', '<link fetchpriority="low"'));
  return html.replaceAll(SCRIPT_HINTS, '').replace('</head>', () => `${hints.join('')}</head>`);
}

function withoutNonce(text: string): string {
  return text.replaceAll(` nonce="${OWN_SCRIPT}"`, '').replaceAll(OWN_SCRIPT, '');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
