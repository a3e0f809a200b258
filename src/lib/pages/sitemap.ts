import { xmlText } from '../xml-text.ts';

/** One address of the site, from the root, and when what it shows changed; nothing where nobody knows. */
export type SitemapEntry = { path: string; changedAt?: Date | string | null };

/** Addresses that hang on the ids of something, so that any part of them can be listed on its own. */
export type SitemapSource = {
  name: string;
  /** How many addresses one id has at most. */
  urlsPerId: number;
  lastId(): Promise<number>;
  /** What is known of the addresses of the ids from `from` up to but not `to`; null when there are none. */
  holds(from: number, to: number): Promise<{ changedAt?: Date } | null>;
  entries(from: number, to: number): AsyncIterable<SitemapEntry>;
};

/** A few addresses that are known as they are. */
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

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** So much text is handed on at once. */
const CHUNK = 16 * 1024;

/** A list of addresses, made while it is read: never more than a piece of it is in memory. */
export async function* writeSitemap(origin: string, entries: AsyncIterable<SitemapEntry>): AsyncGenerator<string> {
  let text = `${HEAD}<urlset ${SPACE}>\n`;
  for await (const entry of entries) {
    text += element('url', origin, entry);
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  yield `${text}</urlset>\n`;
}

/** The list of such lists. */
export function writeSitemapIndex(origin: string, parts: SitemapEntry[]): string {
  return `${HEAD}<sitemapindex ${SPACE}>\n${parts.map((part) => element('sitemap', origin, part)).join('')}</sitemapindex>\n`;
}

function element(name: string, origin: string, { path, changedAt }: SitemapEntry): string {
  const when = changedAt instanceof Date ? changedAt.toISOString() : changedAt;
  const changed = when ? `<lastmod>${xmlText(when)}</lastmod>` : '';
  return `<${name}><loc>${xmlText(origin + path)}</loc>${changed}</${name}>\n`;
}
