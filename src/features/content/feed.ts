import { PRODUCT_NAME } from '#platform/config/product.ts';
import type { ArticleSummary } from './article.ts';

type Feed = {
  title: string;
  subtitle: string;
  /** Absolute addresses of the feed itself and of the page that it is about. */
  self: string;
  page: string;
  posts: (ArticleSummary & { url: string })[];
};

/** The blog as an Atom feed. */
export function atomFeed({ title, subtitle, self, page, posts }: Feed): string {
  const newest = posts[0]?.date ?? '1970-01-01';
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title>${escaped(title)}</title>
<subtitle>${escaped(subtitle)}</subtitle>
<id>${escaped(self)}</id>
<link rel="self" type="application/atom+xml" href="${escaped(self)}"/>
<link rel="alternate" type="text/html" href="${escaped(page)}"/>
<updated>${newest}T00:00:00Z</updated>
<author><name>${escaped(PRODUCT_NAME)}</name></author>
${posts.map(entry).join('\n')}
</feed>
`;
}

function entry({ title, url, date, excerpt }: Feed['posts'][number]): string {
  return `<entry>
<title>${escaped(title)}</title>
<id>${escaped(url)}</id>
<link rel="alternate" type="text/html" href="${escaped(url)}"/>
<published>${date}T00:00:00Z</published>
<updated>${date}T00:00:00Z</updated>
<summary>${escaped(excerpt)}</summary>
</entry>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
