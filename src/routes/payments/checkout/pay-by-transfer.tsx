import { data, useLoaderData } from 'react-router';
import { readDestination } from '#features/customs/import-rules/model/destination.ts';
import { fetchOrderTerms, placeTransfer } from '#features/orders/holds/client/transfer-client.ts';
import { PayByTransfer } from '#features/orders/holds/components/pay-by-transfer.tsx';
import { carsOfAddress } from '#features/orders/holds/model/cars-of-order.ts';
import { fetchCarToPay } from '#features/payments/payments/client/payment-client.ts';
import { CheckoutUnavailable } from '#features/payments/payments/components/checkout-unavailable.tsx';
import { parsePayable } from '#features/payments/payments/model/payable-car.ts';
import { loadProfile, resendConfirmation } from '#features/people/accounts/client/account-pages.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

const load = requireUser(async (input: LoadInput) => {
  const { api, params, url } = input;
  const country = readDestination(url.searchParams.get('to'))?.country ?? null;
  const [{ profile }, terms, ...listings] = await Promise.all([
    loadProfile(input),
    fetchOrderTerms(api, country),
    ...carsOfAddress(params.id ?? '', url).map((id) => fetchCarToPay(api, id)),
  ]);
  const parsed = listings.map(parsePayable);
  const cars = parsed.filter((car) => typeof car !== 'string');
  const failure = parsed.find((car) => typeof car === 'string') ?? null;
  const isOpen =
    cars.every(({ offer, status, hold }) => offer === 'Sell' && status === 'active' && hold === null) &&
    new Set(listings.map((listing) => listing?.sellerId)).size === 1;
  const online = paths.payment.replace(':id', params.id ?? '') + url.search;
  const transactionId = `TR${Date.now()}`;
  return data({ profile, cars, failure, terms, online, transactionId, isOpen }, { status: failure ? 404 : 200 });
});
const act = requireUser(actionByForm({ transfer: placeTransfer, resend: resendConfirmation }));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['name', 'address', 'country', 'email', 'buying_for', 'buying_for_country']);
export const clientAction = browserAction(act);

export const meta = privateMeta('transfers.page', 'checkout.about');

export default function PayByTransferPage() {
  const t = useTranslator();
  const { profile, cars, failure, terms, online, transactionId, isOpen } = useLoaderData<typeof loader>();
  const [car, ...others] = cars;
  if (!car || (failure && others.length === 0))
    return <CheckoutUnavailable failure={null} price={failure ?? 'missing'} />;
  if (!isOpen || failure) {
    const [title, text] =
      others.length > 0
        ? (['transfers.several.gone', 'transfers.several.goneText'] as const)
        : (['transfers.gone', 'checkout.gone'] as const);
    return (
      <MessagePage title={t(title)} text={t(text)}>
        <LinkButton to={paths.explore} kind="action">
          {t('checkout.browse')}
        </LinkButton>
      </MessagePage>
    );
  }
  return (
    <PayByTransfer
      cars={[car, ...others]}
      terms={terms}
      buyer={profile}
      transactionId={transactionId}
      online={online}
    />
  );
}
