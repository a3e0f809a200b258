import { data, type MetaFunction, useLoaderData } from 'react-router';
import { loadProfile } from '#features/accounts/client/account-loaders.ts';
import { readDestination } from '#features/import-rules/model/destination.ts';
import { fetchOrderTerms, placeTransfer } from '#features/orders/client/transfer-client.ts';
import { PayByTransfer } from '#features/orders/components/transfers/pay-by-transfer.tsx';
import { fetchCarToPay } from '#features/payments/client/payment-client.ts';
import { CheckoutUnavailable } from '#features/payments/components/checkout-unavailable.tsx';
import { parsePayable } from '#features/payments/model/payable-car.ts';
import { requireUser } from '#features/sessions/client/require-user.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, serverLoader } from '#lib/pages/loader.ts';
import { pageMeta } from '#lib/pages/meta.ts';
import { pageOfMatches } from '#lib/pages/use-site.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

const load = requireUser(async (input: LoadInput) => {
  const { api, params, url } = input;
  const country = readDestination(url.searchParams.get('to'))?.country ?? null;
  const [{ profile }, listing, terms] = await Promise.all([
    loadProfile(input),
    fetchCarToPay(api, params.id ?? ''),
    fetchOrderTerms(api, country),
  ]);
  const car = parsePayable(listing);
  const isOpen = typeof car !== 'string' && car.offer === 'Sell' && car.status === 'active' && car.hold === null;
  const online = paths.payment.replace(':id', params.id ?? '') + url.search;
  const transactionId = `TR${Date.now()}`;
  return data({ profile, car, terms, online, transactionId, isOpen }, { status: typeof car === 'string' ? 404 : 200 });
});
const act = requireUser(actionByForm({ transfer: placeTransfer }));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['name', 'address', 'country', 'email']);
export const clientAction = browserAction(act);

export const meta: MetaFunction = ({ matches, location }) => {
  const { site, t } = pageOfMatches(matches);
  return pageMeta({
    title: t('transfers.page'),
    description: t('checkout.about'),
    site,
    path: location.pathname,
    indexed: false,
  });
};

export default function PayByTransferPage() {
  const t = useTranslator();
  const { profile, car, terms, online, transactionId, isOpen } = useLoaderData<typeof loader>();
  if (typeof car === 'string') return <CheckoutUnavailable failure={null} price={car} />;
  if (!isOpen) {
    return (
      <MessagePage title={t('transfers.gone')} text={t('checkout.gone')}>
        <LinkButton to={paths.explore} kind="action">
          {t('checkout.browse')}
        </LinkButton>
      </MessagePage>
    );
  }
  return <PayByTransfer car={car} terms={terms} buyer={profile} transactionId={transactionId} online={online} />;
}
