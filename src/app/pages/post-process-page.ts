import { createHash, randomBytes } from 'node:crypto';
import { pagePolicy, type ThirdParties } from '#lib/server/http/security-headers.ts';

/**
 * Nonce of every inline script that the server renders. It is unknown outside the process, so injected scripts cannot
 * have it. It is never sent: `postProcessPage` removes it and allows the marked scripts by their hashes.
 */
export const OWN_SCRIPT = `own-${randomBytes(16).toString('hex')}`;

const ATTRIBUTE = ` nonce="${OWN_SCRIPT}"`;

/** A page ready to send, with the policy that allows its inline scripts by hash. */
export type ProcessedPage = { html: Buffer; policy: string; etag: string };

/** Works on bytes, because converting a page to text and back takes longer than the rest of this function. */
export function postProcessPage(rendered: Buffer, thirdParties?: ThirdParties): ProcessedPage {
  const hashes = ownScripts(rendered).map((script) => `'sha256-${sha256(without(OWN_SCRIPT, script))}'`);
  const html = scriptsLast(without(OWN_SCRIPT, without(ATTRIBUTE, rendered)));
  return { html, policy: pagePolicy([...new Set(hashes)], thirdParties), etag: `"${sha256(html).slice(0, 27)}"` };
}

/** The contents of the inline scripts with our nonce. */
function ownScripts(page: Buffer): Buffer[] {
  return positions(ATTRIBUTE, page)
    .filter((at) => page.toString('latin1', page.lastIndexOf('<', at), at).startsWith('<script'))
    .map((at) => {
      const start = page.indexOf('>', at) + 1;
      return page.subarray(start, page.indexOf('</script>', start));
    })
    .filter((script) => script.length > 0);
}

const SCRIPT_HINTS = /<link rel="modulepreload"[^>]*>/g;
const HEAD_END = '</head>';

/**
 * Moves the script preloads to the end of the head with low priority, because they delay what the first paint needs.
 */
function scriptsLast(page: Buffer): Buffer {
  const end = page.indexOf(HEAD_END);
  if (end === -1) return page;
  const head = page.toString('utf8', 0, end);
  const hints = (head.match(SCRIPT_HINTS) ?? []).map((hint) => hint.replace('<link', '<link fetchpriority="low"'));
  return Buffer.concat([Buffer.from(head.replaceAll(SCRIPT_HINTS, '') + hints.join('')), page.subarray(end)]);
}

function without(removed: string, page: Buffer): Buffer {
  const found = positions(removed, page);
  if (found.length === 0) return page;
  const starts = [0, ...found.map((at) => at + removed.length)];
  return Buffer.concat(starts.map((start, index) => page.subarray(start, found[index])));
}

function positions(text: string, page: Buffer): number[] {
  const found: number[] = [];
  for (let at = page.indexOf(text); at !== -1; at = page.indexOf(text, at + text.length)) found.push(at);
  return found;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}
