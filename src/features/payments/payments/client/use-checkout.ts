import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { closeFailures, showToast } from '#lib/pages/toast-store.ts';
import type { PayBody } from '../model/payment-contract.ts';
import { type CheckoutDeps, CheckoutFlow, type CheckoutKind, type PaidBooking, type Sent } from './checkout-flow.ts';
import { fetchPayment, sendPayment } from './payment-client.ts';
import { type PendingPayment, storedPayment, storePayment } from './pending-payment.ts';

/** The calls that turn a payment into a booking. The bookings feature provides them. */
export type BookingSteps = {
  markSold(listingId: number): Promise<unknown>;
  book(order: { listingId: number; userId: number; payment: PendingPayment }): Promise<{ orderId: number }>;
};

export type CheckoutCalls<Body extends Sent> = Omit<CheckoutDeps<Body>['calls'], 'getStatus'>;

type UseCheckout<Body extends Sent> = {
  kind: CheckoutKind;
  /** Names the payment in the browser's storage. */
  storageKey: string;
  calls: CheckoutCalls<Body>;
  askBank: (secret: string) => Promise<void>;
  onDone(paid: PaidBooking): void;
};

/** The history state keeps the payment made on this page, so that a reload shows it. */
export type BookedState = { paid: PaidBooking; userId: number };

/** The calls of a checkout that books a car. */
export function bookingCalls(
  userId: number,
  listingId: number,
  steps: BookingSteps,
): CheckoutCalls<Omit<PayBody, 'transaction_id'>> {
  return {
    pay: (body) => sendPayment(browserApi, body),
    markSold: () => steps.markSold(listingId),
    book: (payment) => steps.book({ listingId, userId, payment }),
  };
}

/** Runs a payment of a user and continues it after a reload. */
export function useCheckout<Body extends Sent>({ kind, storageKey: key, calls, askBank, onDone }: UseCheckout<Body>) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const [flow] = useState(
    () =>
      new CheckoutFlow<Body>({
        calls: { ...calls, getStatus: (transactionId) => fetchPayment(browserApi, transactionId) },
        store: { read: () => storedPayment(key), write: (pending) => storePayment(key, pending) },
        kind,
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (state.step !== 'done') return;
    closeFailures();
    onDone(state.paid);
  }, [state]);
  return { flow, state };
}
