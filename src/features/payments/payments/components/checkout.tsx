import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ImportAnswer } from '#features/catalog/landed-cost/client/import-answer.ts';
import { heldText, useHold } from '#features/catalog/listings/components/availability-note.tsx';
import { isBookable } from '#features/catalog/listings/model/listing.ts';
import type { OrderTermsResponse } from '#features/payments/order-terms/model/order-terms-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { useHydrated } from '#lib/pages/use-hydrated.ts';
import { paymentKey } from '../client/pending-payment.ts';
import { type BookedState, type BookingSteps, bookingCalls, useCheckout } from '../client/use-checkout.ts';
import { useCheckoutDestination } from '../client/use-checkout-destination.ts';
import { checkoutAmounts, type PayableCar } from '../model/payable-car.ts';
import type { BookedDaysResponse, PaymentOptionsResponse } from '../model/payment-contract.ts';
import { daysOf } from '../model/quote.ts';
import { daysInSearch, daysProblem, rentalPeriod, startOf, suggestedDays } from '../model/rental-days.ts';
import { CheckoutDestination } from './checkout-destination.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import { CheckoutSummary, CheckoutTerms } from './checkout-terms.tsx';
import type { HostedCard } from './hosted-card.tsx';
import { PaymentProgress } from './payment-progress.tsx';
import { RentalDays } from './rental-days.tsx';
import { ThankYou } from './thank-you.tsx';
import './checkout.css';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

type CheckoutProps = {
  car: PayableCar;
  /** Null for a car for sale. */
  bookedDays: BookedDaysResponse | null;
  options: PaymentOptionsResponse;
  buyer: { id: number; email: string };
  /** The answer about import at the destination in the address, if it names one. */
  importAnswer: ImportAnswer | null;
  /** The terms of the order that is about to be made. */
  terms: OrderTermsResponse;
  steps: BookingSteps;
  /** What to do to pay for a car for sale by bank transfer, from a later feature. */
  transfer?: React.ReactNode;
  /** What to do while another buyer holds the car, from a later feature. */
  whenHeld?: React.ReactNode;
  /** What happens with the order after the payment, from a later feature. */
  afterPaying?: (orderId: number) => React.ReactNode;
};

/** The payment page: summary, payment and confirmation. */
export function Checkout({
  car,
  bookedDays,
  options,
  buyer,
  importAnswer,
  terms,
  steps,
  transfer,
  whenHeld,
  afterPaying,
}: CheckoutProps) {
  const t = useTranslator();
  const location = useLocation();
  const navigate = useNavigate();
  const hosted = useRef<HostedCard>(null);
  const { flow, state } = useCheckout({
    kind: 'payment',
    storageKey: paymentKey(buyer.id, car.id),
    calls: bookingCalls(buyer.id, car.id, steps),
    askBank: async (secret) => hosted.current?.askBank(secret),
    onDone(paid) {
      const booked: BookedState = { paid, userId: buyer.id };
      void navigate('.', { replace: true, state: booked });
    },
  });
  const [days, setDays] = useState(
    () => bookedDays && (daysInSearch(new URLSearchParams(location.search)) ?? suggestedDays(bookedDays)),
  );
  const problem = days && bookedDays && daysProblem(days, bookedDays);
  const period = days && !problem ? rentalPeriod(days) : null;
  const count = period ? daysOf(period).length : 1;
  const amounts = problem ? null : checkoutAmounts(car, count);

  const chosen = useCheckoutDestination(car, importAnswer, state);
  const heldMinutes = useHold(car);
  const hydrated = useHydrated();
  const previous = hydrated ? (location.state as BookedState | null) : null;
  const paid = state.step === 'done' ? state.paid : previous?.userId === buyer.id ? previous.paid : null;
  if (paid)
    return (
      <ThankYou car={car} paid={paid}>
        {afterPaying?.(paid.orderId)}
      </ThankYou>
    );
  if (!isBookable(car.offer, car.status) && state.step === 'form') return <CarGone car={car} />;
  if (heldMinutes !== null && state.step === 'form') return <CarHeld minutes={heldMinutes}>{whenHeld}</CarHeld>;
  const busy = state.step === 'processing' || state.step === 'finishing';
  const atForm = state.step === 'form' || busy;
  return (
    <div className="checkout mx-auto grid max-w-5xl grid-cols-1 gap-x-10 gap-y-8 px-4 py-8 md:px-8 md:py-12">
      <div className="grid gap-1">
        <p className="text-ink-soft text-sm">{t('checkout.steps', { step: 1 })}</p>
        <h1 className="text-2xl">{t('checkout.title')}</h1>
      </div>
      <CheckoutSummary
        car={car}
        amounts={amounts}
        days={count}
        begins={days && bookedDays && startOf(days, bookedDays)}
      />
      <div className="grid content-start gap-8">
        {!atForm && <PaymentProgress kind="payment" state={state} flow={flow} />}
        <div hidden={!atForm} className="grid gap-8">
          {days && bookedDays && (
            <RentalDays days={days} booked={bookedDays} problem={problem} busy={busy} onChange={setDays} />
          )}
          {car.offer === 'Sell' && <CheckoutDestination chosen={chosen} />}
          <div hidden={chosen.isStopped} className="grid gap-8">
            <CheckoutForm
              options={options}
              hosted={hosted}
              email={buyer.email}
              kind="payment"
              state={state}
              bookingCents={amounts?.bookingCents ?? null}
              transfer={car.offer === 'Sell' && transfer}
              onPay={({ method, formData }) =>
                amounts
                  ? flow.pay(
                      {
                        totalCents: amounts.totalCents,
                        bookingCents: amounts.bookingCents,
                        period,
                        email: formData.email.trim(),
                      },
                      {
                        user_id: buyer.id,
                        listing_id: car.id,
                        amount: amountOf(amounts.bookingCents),
                        payment_method: method,
                        payment_status: 'pending',
                        formData,
                        ...chosen.sent(),
                        ...(period && { start_date: period.startDay, end_date: period.endDay }),
                      },
                    )
                  : focusDays()
              }
            />
            {car.offer === 'Sell' && <noscript>{transfer}</noscript>}
            <CheckoutTerms
              offer={car.offer}
              claims={terms.claims}
              balance={car.offer === 'Sell' ? terms : null}
              cancel={car.offer === 'Sell' && amounts ? { terms: terms.cancel, priceCents: amounts.totalCents } : null}
            />
          </div>
        </div>
      </div>
    </div>
  );
}

/** Moves the focus to the days, because a payment needs valid days. */
function focusDays(): void {
  document.querySelector<HTMLElement>('.rental-days input')?.focus();
}

/** Replaces the checkout if the car cannot be booked any more. */
function CarGone({ car }: { car: PayableCar }) {
  const t = useTranslator();
  const { status } = car;
  if (status === 'active') return null;
  return (
    <MessagePage title={t(`checkout.gone.${status}`)} text={t('checkout.gone')}>
      <OtherWays />
    </MessagePage>
  );
}

/** Shown while another payment holds the car. */
function CarHeld({ minutes, children }: { minutes: number; children: React.ReactNode }) {
  const t = useTranslator();
  return (
    <MessagePage title={heldText(minutes, t)} text={t('checkout.held')}>
      {children}
      <OtherWays />
    </MessagePage>
  );
}

function OtherWays() {
  const t = useTranslator();
  return (
    <>
      <LinkButton to={paths.explore} kind="action">
        {t('checkout.browse')}
      </LinkButton>
      <LinkButton to={`${paths.dashboard}#my-bookings`}>{t('checkout.thanks.bookings')}</LinkButton>
    </>
  );
}
