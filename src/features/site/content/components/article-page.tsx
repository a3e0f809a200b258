import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Crumb } from '#lib/pages/structured-data.ts';
import { paths } from '#paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import type { ArticleSummary } from '../model/article.ts';
import type { ArticleResponse } from '../model/article-contract.ts';
import { COVER_SIZE, coverSrcSet, coverUrl } from '../model/cover.ts';
import { ArticleText } from './article-text.tsx';

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

/** Collapsed on a phone; sticky next to the text on a wide screen. */
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

/** The whole card is a link to its post. */
export function PostCards({ posts }: { posts: ArticleSummary[] }) {
  return (
    <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {posts.map(({ slug, title, date, minutes, excerpt, cover }, place) => (
        <li
          key={slug}
          className="group relative grid grid-cols-1 content-start overflow-hidden rounded-lg border border-line bg-surface has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
        >
          {/* On phones, only the newest post has its picture and excerpt. */}
          <div className={place > 0 ? 'max-sm:hidden' : ''}>
            <CoverPicture scene={cover.scene} alt="" sizes="(min-width: 64rem) 26rem, (min-width: 36rem) 50vw, 100vw" />
          </div>
          <div className="grid gap-2 p-4 md:p-5">
            <ArticleFacts date={date} minutes={minutes} />
            <h3 className="text-lg">
              <Link
                to={postPath(slug)}
                className="underline-offset-4 outline-none after:absolute after:inset-0 group-hover:underline"
              >
                {title}
              </Link>
            </h3>
            <p className={`text-ink-soft ${place > 0 ? 'max-sm:hidden' : ''}`}>{excerpt}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function postPath(slug: string): string {
  return paths.blogPost.replace(':slug', slug);
}

type CoverPictureProps = {
  scene: string;
  alt: string;
  /** The `sizes` attribute of the picture. */
  sizes: string;
  /** Loads eagerly, for the picture at the top of a page. */
  priority?: boolean;
};

export function CoverPicture({ scene, alt, sizes, priority = false }: CoverPictureProps) {
  return (
    <picture className="block overflow-hidden bg-sunken">
      <source type="image/avif" srcSet={coverSrcSet(scene, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={coverSrcSet(scene, 'webp')} sizes={sizes} />
      <img
        className="block aspect-[16/10] w-full object-cover"
        src={coverUrl(scene, 'jpg', 640)}
        alt={alt}
        {...COVER_SIZE}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
      />
    </picture>
  );
}

function ArticleFacts({ date, minutes }: { date: string | null; minutes: number }) {
  const t = useTranslator();
  return (
    <p className="figures text-ink-soft text-sm">
      {date && (
        <>
          <time dateTime={date}>{t.date(date)}</time>
          <span aria-hidden="true"> · </span>
        </>
      )}
      {t('content.minutes', { minutes })}
    </p>
  );
}
