import { data, Link, useLoaderData } from 'react-router';
import { landedQuoteCalls } from '#features/catalog/catalog-calls.ts';
import { listingPath } from '#features/catalog/listings/model/listing.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, privateMeta, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { MessagePage } from '#ui/message-page.tsx';
import { Cost, Verdict } from '../../../features/catalog/landed-cost/components/answer/import-answer.tsx';
import type { LandedQuoteResponse } from '../../../features/catalog/landed-cost/model/landed-cost-contract.ts';

/** Loads a landed cost by the code in the address. */
async function load({ api, params }: LoadInput) {
  const quote = await api.find(landedQuoteCalls.read, { params: { code: params.code ?? '' } });
  return data({ quote }, { status: quote ? 200 : 404 });
}
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export const meta = privateMeta('landed.quote.page', 'landed.quote.about');

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

/** A saved and shared landed cost. */
function QuotePage({ quote }: { quote: LandedQuoteResponse }) {
  const t = useTranslator();
  const { number, code, car, check, cost, port_name: port, valid_until: validUntil, expired } = quote;
  const date = t.date(validUntil, 'longDay');
  return (
    <div className="mx-auto grid max-w-[60rem] gap-6 px-4 py-8 md:px-8 md:py-12">
      <header className="grid justify-items-start gap-2">
        <h1 className="text-2xl">{t('landed.quote.title', { number })}</h1>
        <p className="font-semibold text-lg">{car}</p>
        <p className={`rounded-md px-3 py-2 ${expired ? 'bg-danger-ground text-danger' : 'bg-sunken'}`}>
          {t(expired ? 'landed.quote.expired' : 'landed.quote.valid', { date })}
        </p>
        <p className="flex flex-wrap gap-x-5">
          <a href={href(landedQuoteCalls.pdf, { params: { code } })} download className={`${TEXT_LINK} gap-2`}>
            <Icon name="document" />
            {t('landed.quote.pdf')}
          </a>
          <Link to={listingPath({ id: quote.listing_id, make: '', model: car, offer: 'Sell' })} className={TEXT_LINK}>
            {t('landed.quote.car')}
          </Link>
        </p>
      </header>
      <h2 className="flex items-center gap-2 text-lg">
        <Icon name="ship" />
        {t('landed.to', { place: quote.place })}
      </h2>
      <Verdict check={check} cost={cost} />
      <Cost cost={cost} place={port} country={check.country_name} />
      <p className="text-ink-soft text-sm">{check.notice}</p>
    </div>
  );
}
