import { type MetaFunction, useLoaderData } from 'react-router';
import { ClaimsStrip, fetchFigures } from '#features/aftersales/figures/components/claims-strip.tsx';
import type { FiguresResponse } from '#features/aftersales/figures/model/figures-contract.ts';
import { aboutMeta, fetchAbout } from '#features/site/content/client/articles.ts';
import { CoverPicture } from '#features/site/content/components/article-page.tsx';
import { AboutText } from '#features/site/content/components/article-text.tsx';
import type { AboutResponse } from '#features/site/content/model/article-contract.ts';
import { OperatorSection } from '#features/site/operator/components/operator.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type Load, pageOfMatches, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';

const load: Load<AboutResponse & { figures: FiguresResponse | null }> = async (input) => {
  const [{ about }, figures] = await Promise.all([fetchAbout(input.api), fetchFigures(input)]);
  return { about, figures };
};
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData ? aboutMeta(pageOfMatches(matches).site, loaderData.about) : [];

export default function About() {
  const t = useTranslator();
  const { about, figures } = useLoaderData<typeof loader>();
  const browse = (
    <LinkButton to={paths.explore} kind="action">
      {t('content.about.action')}
    </LinkButton>
  );
  return (
    <>
      <header className="mx-auto grid max-w-[86rem] grid-cols-1 items-center gap-6 px-4 py-8 md:px-8 md:py-12 lg:grid-cols-2 lg:gap-12">
        <div className="grid justify-items-start gap-4">
          <h1 className="text-3xl">{about.title}</h1>
          <p className="max-w-[48ch] text-ink-soft text-lg">{about.excerpt}</p>
          {browse}
        </div>
        <div className="overflow-hidden rounded-lg border border-line">
          <CoverPicture {...about.cover} sizes="(min-width: 64rem) 40rem, 100vw" priority />
        </div>
      </header>
      <div className="border-line border-t">
        <ClaimsStrip figures={figures} />
      </div>
      <div className="py-4 md:py-6">
        <AboutText blocks={about.blocks} />
      </div>
      <div className="mx-auto max-w-[86rem] border-line border-t px-4 py-8 md:px-8 lg:py-10">
        <OperatorSection />
      </div>
    </>
  );
}
