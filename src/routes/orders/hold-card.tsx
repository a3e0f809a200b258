import { data, type MetaFunction, redirect, redirectDocument, useLoaderData } from 'react-router';
import { loadProfile } from '#features/accounts/client/account-loaders.ts';
import { fetchCardHold } from '#features/card-holds/client/card-hold-client.ts';
import { HoldCard } from '#features/card-holds/components/hold-card.tsx';
import { fetchOrder, orderPath } from '#features/orders/client/order-client.ts';
import { fetchPaymentOptions } from '#features/payments/client/payment-client.ts';
import { requireUser } from '#features/sessions/client/require-user.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, serverLoader } from '#lib/pages/loader.ts';
import { pageMeta } from '#lib/pages/meta.ts';
import { openedOn } from '#lib/pages/opened-on.ts';
import { pageOfMatches } from '#lib/pages/use-site.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

/** Loads a rental whose security deposit can be held on a card. Redirects to the order if it cannot now. */
const load = requireUser(async (input: LoadInput) => {
  const { api, params } = input;
  const [{ profile }, order, deposit, options] = await Promise.all([
    loadProfile(input),
    fetchOrder(api, params.id ?? ''),
    fetchCardHold(api, params.id ?? ''),
    fetchPaymentOptions(api),
  ]);
  if (!order) return data({ profile, order: null, cents: 0, options }, { status: 404 });
  if (deposit?.may?.may !== 'yes') throw redirect(orderPath(order.id));
  return data({ profile, order, cents: deposit.ask_cents, options });
});
export const loader = serverLoader(load);
/** The provider's card fields need the page's own content security policy, so the page is loaded as a document. */
export const clientLoader = browserLoader(async (input: LoadInput) => {
  const loaded = await load(input);
  if (loaded.data.options.gateway === 'stripe' && !openedOn(input.url)) {
    throw redirectDocument(input.url.pathname + input.url.search);
  }
  return loaded;
});

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) => {
  const { site, t } = pageOfMatches(matches);
  const order = loaderData?.order;
  return pageMeta({
    title: order ? t('cardHold.title', { number: order.number }) : t('orders.notFound.title'),
    description: t('orders.about'),
    site,
    path: location.pathname,
    indexed: false,
  });
};

export default function HoldCardPage() {
  const t = useTranslator();
  const { profile, order, cents, options } = useLoaderData<typeof loader>();
  if (!order) {
    return (
      <MessagePage title={t('orders.notFound.title')} text={t('orders.notFound')}>
        <LinkButton to={`${paths.dashboard}#my-bookings`} kind="action">
          {t('orders.back')}
        </LinkButton>
      </MessagePage>
    );
  }
  return (
    <>
      <noscript>
        <p className="m-4 rounded-md border border-waiting bg-waiting-ground p-4">{t('checkout.noscript')}</p>
      </noscript>
      <HoldCard key={order.id} order={order} cents={cents} options={options} renter={profile} />
    </>
  );
}
