/** Syntax tree of the articles: parsed from the Markdown files of content/, rendered by article-text.tsx. */

export type Inline =
  | string
  | { kind: 'strong' | 'emphasis'; inner: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; inner: Inline[] }
  | { kind: 'break' };

export type Heading = { kind: 'heading'; level: 2 | 3; id: string; inner: Inline[] };

export type Block =
  | Heading
  | { kind: 'paragraph'; inner: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

export type Article = {
  slug: string;
  title: string;
  /** Publication date as YYYY-MM-DD; null for a page. */
  date: string | null;
  excerpt: string;
  /** Name of the drawn scene and its alternative text. */
  cover: { scene: string; alt: string };
  blocks: Block[];
  /** Slugs of related posts. */
  related: string[];
};

export type ArticleSummary = Pick<Article, 'slug' | 'title' | 'date' | 'excerpt' | 'cover'> & { minutes: number };

const WORDS_PER_MINUTE = 200;

/** Returns the reading time in minutes, at least 1. */
export function readingMinutes(blocks: Block[]): number {
  const words = textOfBlocks(blocks).split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}

/** Returns the table of contents, made of the level 2 headings. */
export function contentsOf(blocks: Block[]): { id: string; text: string }[] {
  return blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [{ id: block.id, text: textOf(block.inner) }] : [],
  );
}

export function summaryOf({ blocks, related, ...article }: Article): ArticleSummary {
  return { ...article, minutes: readingMinutes(blocks) };
}

/** Returns the plain text without markup. */
export function textOf(inner: Inline[]): string {
  return inner.map(plain).join('');
}

function plain(part: Inline): string {
  if (typeof part === 'string') return part;
  if (part.kind === 'break') return ' ';
  return part.kind === 'code' ? part.text : textOf(part.inner);
}

function textOfBlocks(blocks: Block[]): string {
  return blocks.map(textOfBlock).join(' ');
}

function textOfBlock(block: Block): string {
  if (block.kind === 'list') return block.items.map(textOfBlocks).join(' ');
  if (block.kind === 'quote') return textOfBlocks(block.blocks);
  if (block.kind === 'table') return [block.head, ...block.rows].flat().map(textOf).join(' ');
  return textOf(block.inner);
}

export type Section = { heading: Heading | null; blocks: Block[] };

/** Splits an article at its headings of one level. Blocks before the first one form a section without a heading. */
export function sectionsOf(blocks: Block[], level: 2 | 3): Section[] {
  const sections: Section[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === level) sections.push({ heading: block, blocks: [] });
    else {
      if (sections.length === 0) sections.push({ heading: null, blocks: [] });
      sections.at(-1)?.blocks.push(block);
    }
  }
  return sections;
}
