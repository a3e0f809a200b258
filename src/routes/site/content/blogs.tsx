import { type MetaFunction, useLoaderData } from 'react-router';
import { chatLink } from '#features/catalog/listings/model/chat-message.ts';
import { articleMeta, fetchGuide } from '#features/site/content/client/articles.ts';
import { ArticleFrame, PostCards } from '#features/site/content/components/article-page.tsx';
import { Section } from '#features/site/content/components/home-sections.tsx';
import type { GuideResponse } from '#features/site/content/model/article-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { browserLoader, type Load, pageOfMatches, serverLoader } from '#lib/pages/page-handlers.ts';
import { useSite } from '#lib/pages/page-site.ts';
import { FEED, paths } from '#paths.ts';
import { LinkButton, OutsideLinkButton, TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

const load: Load<GuideResponse> = ({ api }) => fetchGuide(api);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { site, t } = pageOfMatches(matches);
  return articleMeta({ site, t, path: paths.blogs, article: loaderData.guide, crumbs: crumbsOf(t) });
};

const POSTS_ID = 'posts';

export default function Blogs() {
  const t = useTranslator();
  const { guide, posts } = useLoaderData<typeof loader>();
  const contents = [...guide.contents, { id: POSTS_ID, text: t('content.posts.title') }];
  return (
    <>
      <ArticleFrame article={{ ...guide, contents }} crumbs={crumbsOf(t)} actions={<AskButtons />} />
      <Section title={t('content.guide.ask')} text={t('content.guide.ask.text')} sunken>
        <AskButtons />
      </Section>
      <Section
        id={POSTS_ID}
        title={t('content.posts.title')}
        text={t('content.posts.text')}
        aside={
          <a href={FEED} className={TEXT_LINK}>
            {t('content.feed')}
          </a>
        }
      >
        <PostCards posts={posts} />
      </Section>
    </>
  );
}

function AskButtons() {
  const t = useTranslator();
  const { chatNumber } = useSite();
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton to={paths.contact} kind="action">
        {t('content.quote')}
      </LinkButton>
      <OutsideLinkButton href={chatLink(chatNumber, t('content.chat.say'))}>
        <Icon name="chat" />
        {t('content.chat')}
      </OutsideLinkButton>
    </div>
  );
}

function crumbsOf(t: Translator) {
  return [{ name: t('content.home'), to: paths.home }, { name: t('content.guide.breadcrumb') }];
}
