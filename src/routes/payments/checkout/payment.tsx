import { data, useLoaderData, useLocation } from 'react-router';
import { bookingSteps } from '#features/aftersales/bookings/client/booking-client.ts';
import { AfterPaying } from '#features/aftersales/bookings/components/after-paying.tsx';
import { mergeFavorites } from '#features/catalog/favorites/client/favorite-sync.ts';
import { fetchImportAnswer } from '#features/catalog/landed-cost/client/import-answer.ts';
import { NO_FACTS } from '#features/catalog/landed-cost/model/buyer-facts.ts';
import { readDestination } from '#features/customs/import-rules/model/destination.ts';
import { fetchOrderTerms, payByTransferPath } from '#features/orders/holds/client/transfer-client.ts';
import { TransferLink, WaitButton } from '#features/orders/holds/components/checkout-links.tsx';
import {
  cardFieldsLoader,
  fetchBookedDays,
  fetchCarToPay,
  fetchPaymentOptions,
} from '#features/payments/payments/client/payment-client.ts';
import { Checkout } from '#features/payments/payments/components/checkout.tsx';
import { CheckoutUnavailable } from '#features/payments/payments/components/checkout-unavailable.tsx';
import { parsePayable } from '#features/payments/payments/model/payable-car.ts';
import { loadProfile, useStoredUserRepair } from '#features/people/accounts/client/account-pages.ts';
import { isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';

/** Loads the car, the buyer and the payment settings, or the reason why the car cannot be paid for. */
const load = requireUser(async (input: LoadInput) => {
  const { profile } = await loadProfile(input);
  const { car, options, bookedDays, importAnswer, terms, failure } = await loadCheckout(input);
  const status = typeof car === 'string' ? 404 : failure ? 503 : 200;
  return data({ profile, car, options, bookedDays, importAnswer, terms, failure }, { status });
});

const NOTHING = { car: null, options: null, bookedDays: null, importAnswer: null, terms: null, failure: null };

async function loadCheckout({ api, t, params, url }: LoadInput) {
  try {
    const [listing, options, terms] = await Promise.all([
      fetchCarToPay(api, params.id ?? ''),
      fetchPaymentOptions(api),
      fetchOrderTerms(api, null),
    ]);
    const car = parsePayable(listing);
    const rents = typeof car !== 'string' && car.offer === 'Rent';
    const bookedDays = rents ? await fetchBookedDays(api, car.id) : null;
    const to = readDestination(url.searchParams.get('to'));
    const importAnswer =
      to && typeof car !== 'string' && !rents
        ? await fetchImportAnswer(api, car.id, to, NO_FACTS).catch(() => null)
        : null;
    return { car, options, bookedDays, importAnswer, terms, failure: null };
  } catch (error) {
    if (isApiFailure(error) && error.status !== 401) return { ...NOTHING, failure: error.message };
    if (isNetworkError(error)) return { ...NOTHING, failure: t('ui.unreachable') };
    throw error;
  }
}

export const loader = serverLoader(load);
export const clientLoader = cardFieldsLoader(load);

export const meta = privateMeta('checkout.title', 'checkout.about');

export default function Payment() {
  const t = useTranslator();
  const { key, search } = useLocation();
  const { profile, car, options, bookedDays, importAnswer, terms, failure } = useLoaderData<typeof loader>();
  useStoredUserRepair(profile, mergeFavorites);
  if (failure !== null || car === null || options === null || terms === null)
    return <CheckoutUnavailable failure={failure} />;
  if (typeof car === 'string') return <CheckoutUnavailable failure={null} price={car} />;
  return (
    <>
      <noscript>
        <p className="m-4 rounded-md border border-waiting bg-waiting-ground p-4">{t('checkout.noscript')}</p>
      </noscript>
      <Checkout
        key={`${car.id} ${key}`}
        car={bookedDays ? { ...car, feeCents: bookedDays.fee_cents } : car}
        bookedDays={bookedDays}
        options={options}
        buyer={profile}
        importAnswer={importAnswer}
        terms={terms}
        steps={bookingSteps}
        whenHeld={car.offer === 'Sell' && <WaitButton listingId={car.id} />}
        afterPaying={(orderId) => <AfterPaying orderId={orderId} />}
        transfer={<TransferLink to={payByTransferPath(car.id, search)} />}
      />
    </>
  );
}
