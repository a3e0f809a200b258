import { xmlText } from '../xml-text.ts';

/** A path and when its content last changed, if known. */
export type SitemapEntry = { path: string; changedAt?: Date | string | null };

/** URLs that derive from ids, so that each range of ids can be listed separately. */
export type SitemapSource = {
  name: string;
  /** Maximum number of URLs per id. */
  urlsPerId: number;
  lastId(): Promise<number>;
  /** Returns when the URLs of ids from `from` (inclusive) to `to` (exclusive) last changed; null if there are none. */
  holds(from: number, to: number): Promise<{ changedAt?: Date } | null>;
  entries(from: number, to: number): AsyncIterable<SitemapEntry>;
};

/** Creates a source from a short list of URLs. */
export function fixedSitemap(name: string, list: () => Promise<SitemapEntry[]>): SitemapSource {
  return {
    name,
    urlsPerId: 1,
    lastId: async () => (await list()).length - 1,
    holds: async (from, to) => ((await list()).slice(from, to).length > 0 ? {} : null),
    async *entries(from, to) {
      yield* (await list()).slice(from, to);
    },
  };
}

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Minimum number of characters per chunk. */
const CHUNK_LENGTH = 16 * 1024;

/** Generates a sitemap in chunks, so that it is never in memory as a whole. */
export async function* writeSitemap(origin: string, entries: AsyncIterable<SitemapEntry>): AsyncGenerator<string> {
  let text = `${XML_DECLARATION}<urlset ${NAMESPACE}>\n`;
  for await (const entry of entries) {
    text += element('url', origin, entry);
    if (text.length < CHUNK_LENGTH) continue;
    yield text;
    text = '';
  }
  yield `${text}</urlset>\n`;
}

export function writeSitemapIndex(origin: string, parts: SitemapEntry[]): string {
  return `${XML_DECLARATION}<sitemapindex ${NAMESPACE}>\n${parts.map((part) => element('sitemap', origin, part)).join('')}</sitemapindex>\n`;
}

function element(name: string, origin: string, { path, changedAt }: SitemapEntry): string {
  const when = changedAt instanceof Date ? changedAt.toISOString() : changedAt;
  const changed = when ? `<lastmod>${xmlText(when)}</lastmod>` : '';
  return `<${name}><loc>${xmlText(origin + path)}</loc>${changed}</${name}>\n`;
}
