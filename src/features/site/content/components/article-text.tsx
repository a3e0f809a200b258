import { Fragment } from 'react';
import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type Block, type Inline, sectionsOf, type Section as TextSection, textOf } from '../model/article.ts';
import type { ArticleResponse } from '../model/article-contract.ts';

const LINK = 'text-link underline underline-offset-4 hover:no-underline';

/** Renders the blocks as React elements, so no raw HTML of a file reaches the page. */
export function ArticleText({ blocks }: { blocks: Block[] }) {
  return renderAll(blocks, (block) => <ArticleBlock block={block} />);
}

function ArticleBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? (
        <h2 id={block.id} className="mt-6 scroll-mt-24 text-xl first:mt-0">
          <InlineText inner={block.inner} />
        </h2>
      ) : (
        <h3 id={block.id} className="mt-2 scroll-mt-24 text-lg first:mt-0">
          <InlineText inner={block.inner} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <InlineText inner={block.inner} />
        </p>
      );
    case 'quote':
      return (
        <blockquote className="grid gap-3 border-line-strong border-s-4 ps-4 text-ink-soft">
          <ArticleText blocks={block.blocks} />
        </blockquote>
      );
    case 'list':
      return <ArticleList {...block} />;
    case 'table':
      return <ArticleTable {...block} />;
  }
}

function ArticleList({ ordered, start, items }: Extract<Block, { kind: 'list' }>) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List
      {...(ordered && start !== 1 && { start })}
      className={`grid grid-cols-1 gap-2 ps-6 marker:text-ink-soft ${ordered ? 'list-decimal' : 'list-disc'}`}
    >
      {renderAll(items, (blocks) => (
        <li className="ps-1">
          <div className="grid grid-cols-1 gap-2">
            <ArticleText blocks={blocks} />
          </div>
        </li>
      ))}
    </List>
  );
}

const CELL = 'px-2 py-2 sm:px-3 text-start align-top';
const FIGURES = /^[\d\s,.%-]+$/;

/** Scrolls horizontally if wider than the screen, also by keyboard. */
function ArticleTable({ head, rows }: Extract<Block, { kind: 'table' }>) {
  const t = useTranslator();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={t('content.table', { columns: head.map(textOf).filter(Boolean).join(', ') })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className="figures w-full border-collapse">
        <thead className="bg-sunken font-semibold">
          <tr>
            {renderAll(head, (cell) =>
              cell.length === 0 ? (
                <td className={CELL} />
              ) : (
                <th scope="col" className={CELL}>
                  <InlineText inner={cell} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="bg-surface">
          {renderAll(rows, (row) => (
            <tr className="border-line border-t">
              {renderAll(row, (cell) => (
                <td className={`${CELL} ${FIGURES.test(textOf(cell)) ? 'whitespace-nowrap' : ''}`}>
                  <InlineText inner={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function InlineText({ inner }: { inner: Inline[] }): React.ReactNode {
  return renderAll(inner, (part) => (typeof part === 'string' ? part : <FormattedText part={part} />));
}

function FormattedText({ part }: { part: Exclude<Inline, string> }) {
  switch (part.kind) {
    case 'break':
      return <br />;
    case 'code':
      return <code className="rounded-sm bg-sunken px-1">{part.text}</code>;
    case 'strong':
      return (
        <strong>
          <InlineText inner={part.inner} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <InlineText inner={part.inner} />
        </em>
      );
    case 'link':
      return <ArticleLink href={part.href} inner={part.inner} />;
  }
}

function ArticleLink({ href, inner }: { href: string; inner: Inline[] }) {
  const text = <InlineText inner={inner} />;
  if (href.startsWith('/')) {
    return (
      <Link to={href} className={LINK}>
        {text}
      </Link>
    );
  }
  const outside = href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <a href={href} {...outside} className={LINK}>
      {text}
    </a>
  );
}

/** Uses the index as key, because the parts of a text are never reordered. */
function renderAll<Part>(parts: Part[], element: (part: Part) => React.ReactNode): React.ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return parts.map((part, index) => <Fragment key={index}>{element(part)}</Fragment>);
}

/** Renders each section; its subsections become cards in a grid. */
export function AboutText({ blocks }: Pick<ArticleResponse, 'blocks'>) {
  return sectionsOf(blocks, 2).map(({ heading, blocks }) => {
    const [intro, ...cards] = withIntro(sectionsOf(blocks, 3));
    return (
      <section
        key={heading?.id ?? ''}
        aria-labelledby={heading?.id}
        className="mx-auto grid max-w-[86rem] grid-cols-1 gap-5 px-4 py-8 md:px-8 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-12 lg:py-10"
      >
        {heading && (
          <h2 id={heading.id} className="scroll-mt-24 text-xl">
            <InlineText inner={heading.inner} />
          </h2>
        )}
        <div className="grid grid-cols-1 content-start gap-5">
          {intro.length > 0 && (
            <div className="grid max-w-[65ch] grid-cols-1 gap-4">
              <ArticleText blocks={intro} />
            </div>
          )}
          {cards.length > 0 && <Cards cards={cards} />}
        </div>
      </section>
    );
  });
}

function withIntro(sections: TextSection[]): [TextSection['blocks'], ...TextSection[]] {
  const [first, ...rest] = sections;
  return first?.heading === null ? [first.blocks, ...rest] : [[], ...sections];
}

function Cards({ cards }: { cards: TextSection[] }) {
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {cards.map(({ heading, blocks }) => (
        <li
          key={heading?.id}
          className="grid grid-cols-1 content-start gap-2 rounded-lg border border-line bg-surface p-5 md:p-6"
        >
          {heading && (
            <h3 id={heading.id} className="scroll-mt-24 text-lg">
              <InlineText inner={heading.inner} />
            </h3>
          )}
          <ArticleText blocks={blocks} />
        </li>
      ))}
    </ul>
  );
}
