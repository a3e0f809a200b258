import { paths } from '#pages/paths.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { LinkButton } from '#ui/button.tsx';

const SCENE = '/api/media/scene-hero-dark';
const WIDTHS = [640, 960, 1600] as const;
const sources = (format: string) => WIDTHS.map((width) => `${SCENE}?w=${width}&f=${format}&q=60 ${width}w`).join(', ');

/** What the place is, in one look: the promise, the way in, the quay behind it. */
export function Hero({ children }: { children: React.ReactNode }) {
  const t = useWords();
  return (
    <header className="relative isolate overflow-hidden bg-quay text-on-quay">
      <picture>
        <source type="image/avif" srcSet={sources('avif')} sizes="100vw" />
        <source type="image/webp" srcSet={sources('webp')} sizes="100vw" />
        <img
          src={`${SCENE}?w=960&f=jpg&q=60`}
          alt=""
          width={1600}
          height={900}
          fetchPriority="high"
          className="absolute inset-0 -z-10 size-full object-cover object-[70%_100%]"
        />
      </picture>
      <div className="mx-auto grid min-h-[32rem] max-w-[86rem] content-start gap-5 px-4 pt-12 pb-44 md:min-h-[38rem] md:px-8 md:pt-24">
        <h1 className="max-w-[18ch] text-3xl">{t('home.hero.title')}</h1>
        <p className="max-w-[46ch] text-lg text-on-quay-soft">{t('home.hero.text')}</p>
        <div className="max-w-2xl">{children}</div>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.explore} kind="action">
            {t('home.hero.browse')}
          </LinkButton>
          <LinkButton to={paths.about} kind="onQuay">
            {t('home.hero.about')}
          </LinkButton>
        </div>
      </div>
    </header>
  );
}
