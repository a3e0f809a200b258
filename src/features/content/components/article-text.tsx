import { Fragment } from 'react';
import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type Block, type Inline, textOf } from '../model/article.ts';

const LINK = 'text-link underline underline-offset-4 hover:no-underline';

/** An article's blocks as elements: nothing of the file reaches the page but text. */
export function ArticleText({ blocks }: { blocks: Block[] }) {
  return inOrder(blocks, (block) => <ArticleBlock block={block} />);
}

function ArticleBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? (
        <h2 id={block.id} className="mt-6 scroll-mt-24 text-xl first:mt-0">
          <RunningText inner={block.inner} />
        </h2>
      ) : (
        <h3 id={block.id} className="mt-2 scroll-mt-24 text-lg first:mt-0">
          <RunningText inner={block.inner} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <RunningText inner={block.inner} />
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
      {inOrder(items, (blocks) => (
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

/** A table scrolls by itself where it is wider than the screen; the keyboard can do that too. */
function ArticleTable({ head, rows }: Extract<Block, { kind: 'table' }>) {
  const t = useTranslator();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={t('content.table', { columns: head.map(textOf).filter(Boolean).join(', ') })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className="figures w-full border-collapse">
        <thead className="bg-sunken font-semibold">
          <tr>
            {inOrder(head, (cell) =>
              cell.length === 0 ? (
                <td className={CELL} />
              ) : (
                <th scope="col" className={CELL}>
                  <RunningText inner={cell} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="bg-surface">
          {inOrder(rows, (row) => (
            <tr className="border-line border-t">
              {inOrder(row, (cell) => (
                <td className={`${CELL} ${FIGURES.test(textOf(cell)) ? 'whitespace-nowrap' : ''}`}>
                  <RunningText inner={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function RunningText({ inner }: { inner: Inline[] }): React.ReactNode {
  return inOrder(inner, (part) => (typeof part === 'string' ? part : <Marked part={part} />));
}

function Marked({ part }: { part: Exclude<Inline, string> }) {
  switch (part.kind) {
    case 'break':
      return <br />;
    case 'code':
      return <code className="rounded-sm bg-sunken px-1">{part.text}</code>;
    case 'strong':
      return (
        <strong>
          <RunningText inner={part.inner} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <RunningText inner={part.inner} />
        </em>
      );
    case 'link':
      return <ArticleLink href={part.href} inner={part.inner} />;
  }
}

function ArticleLink({ href, inner }: { href: string; inner: Inline[] }) {
  const text = <RunningText inner={inner} />;
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

/** The parts of a text never move, so their place is their key. */
function inOrder<Part>(parts: Part[], element: (part: Part) => React.ReactNode): React.ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return parts.map((part, at) => <Fragment key={at}>{element(part)}</Fragment>);
}
