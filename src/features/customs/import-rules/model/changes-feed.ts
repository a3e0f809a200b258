import { PRODUCT_NAME } from '#lib/product.ts';
import { xmlText } from '#lib/xml-text.ts';
import type { ChangesResponse } from './import-contract.ts';

type Change = ChangesResponse['changes'][number];

export type ChangesFeed = {
  /** BCP 47 */
  lang: string;
  title: string;
  description: string;
  /** Absolute URLs of the feed and of its web page. */
  self: string;
  page: string;
  /** Newest first. */
  items: { change: Change; title: string; text: string; url: string }[];
};

/** The same id for a change in every feed. */
const idOf = ({ list, id, version }: Change) => `import-rule:${version}:${list}:${id}`;

/** Builds an RSS 2.0 feed. */
export function rssFeed({ lang, title, description, self, page, items }: ChangesFeed): string {
  const newest = items[0]?.change.published_at;
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${xmlText(title)}</title>
<link>${xmlText(page)}</link>
<description>${xmlText(description)}</description>
<language>${lang}</language>
<generator>${xmlText(PRODUCT_NAME)}</generator>
<atom:link rel="self" type="application/rss+xml" href="${xmlText(self)}"/>
${newest ? `<lastBuildDate>${httpDate(newest)}</lastBuildDate>` : ''}
${items.map(rssItem).join('\n')}
</channel>
</rss>
`;
}

function rssItem({ change, title, text, url }: ChangesFeed['items'][number]): string {
  return `<item>
<title>${xmlText(title)}</title>
<link>${xmlText(url)}</link>
<guid isPermaLink="false">${xmlText(idOf(change))}</guid>
<pubDate>${httpDate(change.published_at)}</pubDate>
<category>${xmlText(change.country)}</category>
<description>${xmlText(text)}</description>
</item>`;
}

const httpDate = (at: string) => new Date(at).toUTCString();

/** Builds a JSON Feed 1.1. */
export function jsonFeed({ lang, title, description, self, page, items }: ChangesFeed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    language: lang,
    home_page_url: page,
    feed_url: self,
    items: items.map(({ change, title: itemTitle, text, url }) => ({
      id: idOf(change),
      url,
      title: itemTitle,
      content_text: text,
      date_published: change.published_at,
      tags: [change.country, change.list],
    })),
  });
}
