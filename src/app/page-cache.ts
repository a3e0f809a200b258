import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Guests, pagePolicy } from '#lib/server/http/security-headers.ts';

/**
 * Stands as the nonce on every inline script that we render ourselves. Nobody outside can know it, so a script without it is
 * not ours. It never leaves the process: a finished page names our scripts by their hashes instead.
 */
export const OWN_SCRIPT = `own-${randomBytes(16).toString('hex')}`;

const OWN_SCRIPTS = new RegExp(`<script[^>]* nonce="${OWN_SCRIPT}"[^>]*>([^]*?)</script>`, 'g');
const BROTLI_QUALITY = 9;

/** A page as it is sent: the same bytes for everybody, with the policy that lets its own inline scripts run. */
export type ProcessedPage = { html: string; policy: string; etag: string };

export function postProcessPage(rendered: string, guests?: Guests): ProcessedPage {
  const scripts = [...rendered.matchAll(OWN_SCRIPTS)]
    .map(([, script = '']) => script)
    .filter((script) => script !== '');
  const hashes = scripts.map((script) => `'sha256-${sha256(withoutMark(script))}'`);
  const html = scriptsLast(withoutMark(rendered));
  return { html, policy: pagePolicy([...new Set(hashes)], guests), etag: `"${sha256(html).slice(0, 27)}"` };
}

const SCRIPT_HINTS = /<link rel="modulepreload"[^>]*>/g;

/** Scripts come after everything that the first paint needs: React Router names them first, and they would take the line for themselves. */
function scriptsLast(html: string): string {
  const hints = (html.match(SCRIPT_HINTS) ?? []).map((hint) => hint.replace('<link', '<link fetchpriority="low"'));
  return html.replaceAll(SCRIPT_HINTS, '').replace('</head>', () => `${hints.join('')}</head>`);
}

function withoutMark(text: string): string {
  return text.replaceAll(` nonce="${OWN_SCRIPT}"`, '').replaceAll(OWN_SCRIPT, '');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** A finished page with its bytes ready for every kind of browser. */
export type CachedPage = ProcessedPage & { encoded: Record<'br' | 'gzip', Buffer> };

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

export async function cachedPage(page: ProcessedPage): Promise<CachedPage> {
  const [br, zipped] = await Promise.all([
    brotli(page.html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    deflate(page.html),
  ]);
  return { ...page, encoded: { br, gzip: zipped } };
}

export function bytesOf({ html, encoded }: CachedPage): number {
  return html.length + encoded.br.length + encoded.gzip.length;
}
