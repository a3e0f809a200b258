import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { browserApi } from '#lib/api-client/browser-api.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import type { PendingPayment } from '../model/pending-payment.ts';
import { CheckoutFlow, type PaidBooking } from './checkout-flow.ts';
import { fetchPayment, sendPayment } from './payment-client.ts';
import { paymentKey, storedPayment, storePayment } from './stored-payment.ts';

/** The calls that turn a payment into a booking. The bookings feature provides them. */
export type BookingSteps = {
  markSold(listingId: number): Promise<unknown>;
  book(order: { listingId: number; userId: number; payment: PendingPayment }): Promise<unknown>;
};

type UseCheckout = {
  userId: number;
  listingId: number;
  steps: BookingSteps;
  askBank: (secret: string) => Promise<void>;
};

/** The booking made on this page, in the history state, so that a reload shows it. */
export type BookedState = { paid: PaidBooking; userId: number };

/** Runs the payment of a user for a car and continues it after a reload. */
export function useCheckout({ userId, listingId, steps, askBank }: UseCheckout) {
  const t = useTranslator();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const key = paymentKey(userId, listingId);
  const [flow] = useState(
    () =>
      new CheckoutFlow({
        calls: {
          pay: (body) => sendPayment(browserApi, body),
          getStatus: (transactionId) => fetchPayment(browserApi, transactionId),
          markSold: () => steps.markSold(listingId),
          book: (payment) => steps.book({ listingId, userId, payment }),
        },
        store: { read: () => storedPayment(key), write: (pending) => storePayment(key, pending) },
        t,
        alert: (message) => showToast(message, 'failed'),
        onStale: () => void revalidate(),
        askBank,
        now: Date.now,
      }),
  );
  const state = useSyncExternalStore(flow.subscribe, flow.state, flow.state);

  useLayoutEffect(() => {
    void flow.resume();
    return () => flow.leave();
  }, [flow]);
  useEffect(() => {
    const onStorage = (event: StorageEvent) => event.key === key && void flow.resume();
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      void flow.resume();
      flow.retry();
    };
    addEventListener('storage', onStorage);
    addEventListener('online', flow.retry);
    addEventListener('pageshow', onPageShow);
    return () => {
      removeEventListener('storage', onStorage);
      removeEventListener('online', flow.retry);
      removeEventListener('pageshow', onPageShow);
    };
  }, [flow, key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: writes the booking into the history once
  useEffect(() => {
    if (state.step !== 'done') return;
    const booked: BookedState = { paid: state.paid, userId };
    void navigate('.', { replace: true, state: booked });
  }, [state]);
  return { flow, state };
}
