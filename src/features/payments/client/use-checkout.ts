import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { browserApi } from '#lib/api-client/browser-api.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import type { PendingPayment } from '../model/pending-payment.ts';
import { CheckoutFlow, type PaidBooking } from './checkout-flow.ts';
import { fetchPayment, sendPayment } from './payment-client.ts';
import { paymentKey, storedPayment, storePayment } from './stored-payment.ts';

/** The calls by which a payment becomes a booking. The bookings feature provides them. */
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

/** What a reloaded page knows of a booking that was made on it, and by whom. */
export type BookedState = { paid: PaidBooking; userId: number };

/** The payment of a person for a car, as it stands; it goes on where it was left. */
export function useCheckout({ userId, listingId, steps, askBank }: UseCheckout) {
  const words = useTranslator();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const key = paymentKey(userId, listingId);
  const [flow] = useState(
    () =>
      new CheckoutFlow({
        calls: {
          pay: (body) => sendPayment(browserApi, body),
          look: (transactionId) => fetchPayment(browserApi, transactionId),
          markSold: () => steps.markSold(listingId),
          book: (payment) => steps.book({ listingId, userId, payment }),
        },
        store: { read: () => storedPayment(key), write: (kept) => storePayment(key, kept) },
        words,
        alert: (message) => showToast(message, 'failed'),
        onStale: () => void revalidate(),
        askBank,
        now: Date.now,
      }),
  );
  const state = useSyncExternalStore(flow.subscribe, flow.state, flow.state);

  useLayoutEffect(() => {
    void flow.arrive();
    return () => flow.leave();
  }, [flow]);
  useEffect(() => {
    const hear = (event: StorageEvent) => event.key === key && void flow.arrive();
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      void flow.arrive();
      flow.again();
    };
    addEventListener('storage', hear);
    addEventListener('online', flow.again);
    addEventListener('pageshow', comeBack);
    return () => {
      removeEventListener('storage', hear);
      removeEventListener('online', flow.again);
      removeEventListener('pageshow', comeBack);
    };
  }, [flow, key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done is written into the history once
  useEffect(() => {
    if (state.at !== 'done') return;
    const booked: BookedState = { paid: state.paid, userId };
    void navigate('.', { replace: true, state: booked });
  }, [state]);
  return { flow, state };
}
