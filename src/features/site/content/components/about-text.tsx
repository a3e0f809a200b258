import type { Section as TextSection } from '../model/article.ts';
import { sectionsOf } from '../model/article.ts';
import type { ArticleResponse } from '../model/article-contract.ts';
import { ArticleText, InlineText } from './article-text.tsx';

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
