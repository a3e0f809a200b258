import { data, type MetaFunction, useLoaderData } from 'react-router';
import { landedQuoteCalls } from '#features/catalog/catalog-calls.ts';
import { QuotePage } from '#features/catalog/landed-cost/components/quote-page.tsx';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, serverLoader } from '#lib/pages/loader.ts';
import { pageMeta } from '#lib/pages/meta.ts';
import { pageOfMatches } from '#lib/pages/use-site.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

/** Loads a landed cost by the code in the address. */
async function load({ api, params }: LoadInput) {
  try {
    return data({ quote: await api.call(landedQuoteCalls.read, { params: { code: params.code ?? '' } }) });
  } catch (error) {
    if (!isApiFailure(error) || ![400, 404].includes(error.status)) throw error;
    return data({ quote: null }, { status: 404 });
  }
}
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export const meta: MetaFunction = ({ matches, location }) => {
  const { site, t } = pageOfMatches(matches);
  const [title, description] = [t('landed.quote.page'), t('landed.quote.about')];
  return pageMeta({ title, description, site, path: location.pathname, indexed: false });
};

export default function LandedQuote() {
  const t = useTranslator();
  const { quote } = useLoaderData<typeof loader>();
  if (quote) return <QuotePage quote={quote} />;
  return (
    <MessagePage title={t('landed.quote.page')} text={t('landed.quote.unknown')}>
      <LinkButton to={paths.explore} kind="action">
        {t('landed.guide.cars')}
      </LinkButton>
    </MessagePage>
  );
}
