import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Crumb } from '#lib/pages/structured-data.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import type { ArticleResponse } from '../model/article-contract.ts';
import { ArticleFacts } from './article-facts.tsx';
import { ArticleText } from './article-text.tsx';
import { CoverPicture } from './cover-picture.tsx';

type ArticleFrameProps = {
  article: ArticleResponse;
  crumbs: Crumb[];
  /** Buttons below the title. */
  actions?: React.ReactNode;
};

export function ArticleFrame({ article, crumbs, actions }: ArticleFrameProps) {
  const { title, excerpt, date, minutes, cover, contents, blocks } = article;
  return (
    <article className="mx-auto grid max-w-[86rem] grid-cols-1 gap-8 px-4 py-6 md:px-8 md:py-10">
      <Breadcrumbs crumbs={crumbs} />
      <header className="grid grid-cols-1 items-center gap-6 lg:grid-cols-2 lg:gap-12">
        <div className="grid gap-4">
          <h1 className="text-2xl lg:text-3xl">{title}</h1>
          <p className="max-w-[48ch] text-ink-soft text-lg">{excerpt}</p>
          <ArticleFacts date={date} minutes={minutes} />
          {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
        </div>
        <div className="overflow-hidden rounded-lg border border-line">
          <CoverPicture {...cover} sizes="(min-width: 64rem) 40rem, 100vw" priority />
        </div>
      </header>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-12">
        <Contents contents={contents} />
        <div className="grid max-w-[65ch] grid-cols-1 content-start gap-4">
          <ArticleText blocks={blocks} />
        </div>
      </div>
    </article>
  );
}

/** Collapsed on a phone; sticky beside the text on a wide screen. */
function Contents({ contents }: Pick<ArticleResponse, 'contents'>) {
  const t = useTranslator();
  const links = (
    <ul className="border-line border-s">
      {contents.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`} className="flex min-h-11 items-center px-4 py-1 hover:underline">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav aria-label={t('content.contents')}>
      <details className="rounded-lg border border-line bg-surface lg:hidden">
        <summary className="min-h-11 px-4 py-2.5 font-semibold">{t('content.contents')}</summary>
        <div className="px-4 pb-3">{links}</div>
      </details>
      <div className="sticky top-24 hidden max-h-[calc(100dvh-8rem)] gap-2 overflow-y-auto text-ink-soft lg:grid">
        <p className="font-semibold text-ink">{t('content.contents')}</p>
        {links}
      </div>
    </nav>
  );
}
