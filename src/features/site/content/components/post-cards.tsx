import { Link } from 'react-router';
import { paths } from '#paths.ts';
import type { ArticleSummary } from '../model/article.ts';
import { ArticleFacts } from './article-facts.tsx';
import { CoverPicture } from './cover-picture.tsx';

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
