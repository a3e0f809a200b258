import { PRODUCT_NAME } from '#lib/product.ts';
import { xmlText } from '#lib/xml-text.ts';
import type { ArticleSummary } from './article.ts';

type Feed = {
  /** BCP 47 */
  lang: string;
  title: string;
  subtitle: string;
  /** Absolute URLs of the feed and of its web page. */
  self: string;
  page: string;
  /** Newest first. */
  posts: (ArticleSummary & { url: string })[];
};

/** Builds an Atom feed. */
export function atomFeed({ lang, title, subtitle, self, page, posts }: Feed): string {
  const newest = posts[0]?.date ?? '1970-01-01';
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${lang}">
<title>${xmlText(title)}</title>
<subtitle>${xmlText(subtitle)}</subtitle>
<id>${xmlText(self)}</id>
<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>
<link rel="alternate" type="text/html" href="${xmlText(page)}"/>
<updated>${newest}T00:00:00Z</updated>
<author><name>${xmlText(PRODUCT_NAME)}</name></author>
${posts.map(entry).join('\n')}
</feed>
`;
}

function entry({ title, url, date, excerpt }: Feed['posts'][number]): string {
  return `<entry>
<title>${xmlText(title)}</title>
<id>${xmlText(url)}</id>
<link rel="alternate" type="text/html" href="${xmlText(url)}"/>
<published>${date}T00:00:00Z</published>
<updated>${date}T00:00:00Z</updated>
<summary>${xmlText(excerpt)}</summary>
</entry>`;
}
