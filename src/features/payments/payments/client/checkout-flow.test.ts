import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '#lib/api-client/api-client.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import type { PaymentResponse } from '../model/payment-contract.ts';
import { CheckoutFlow, type CheckoutKind } from './checkout-flow.ts';
import type { PendingPayment } from './pending-payment.ts';

const ORDER = { totalCents: 200_000, bookingCents: 50_000, period: null, email: 'amina@mail.example' };
const FORM = { cardNumber: '', expiryDate: '', cvv: '', name: '', email: ORDER.email, paypalEmail: '', upiId: '' };
const BODY = { user_id: 1, listing_id: 7, amount: 500, payment_method: 'paypal', formData: FORM } as const;
const answer = (progress: PaymentResponse['progress'], more: Partial<PaymentResponse> = {}) =>
  ({ progress, message: `It is ${progress}.`, ...more }) as PaymentResponse;
const networkError = () => Promise.reject(new TypeError('Failed to fetch'));
const refused = (status: number, message: string, fields = {}) =>
  Promise.reject(new ApiFailure(status, { message, fields }));

let pending: PendingPayment | null;
let alerts: string[];
let calls: ReturnType<typeof fakeCalls>;
let onStale: ReturnType<typeof vi.fn<() => void>>;
let askBank: ReturnType<typeof vi.fn<(secret: string) => Promise<void>>>;

function fakeCalls() {
  return {
    pay: vi.fn(async (_body: { transaction_id: string }) => answer('authorised')),
    getStatus: vi.fn(async (_id: string): Promise<PaymentResponse | null> => null),
    markSold: vi.fn(async (): Promise<unknown> => ({})),
    book: vi.fn(async (_pending: PendingPayment) => ({ orderId: 7 })),
  };
}

/** Shows the id of a message in place of its text. */
const showId = (id: string, values?: object) => `${id}${values ? ` ${Object.values(values)}` : ''}`;

function newFlow(kind: CheckoutKind = 'payment'): CheckoutFlow {
  return new CheckoutFlow({
    calls,
    store: { read: () => pending, write: (next) => (pending = next) },
    kind,
    t: showId as Translator,
    alert: (words) => alerts.push(words),
    onStale,
    askBank,
    now: () => testNow().getTime(),
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_772_359_200_000 });
  pending = null;
  alerts = [];
  calls = fakeCalls();
  onStale = vi.fn();
  askBank = vi.fn(async () => {});
});
afterEach(() => vi.useRealTimers());

test('stores the payment before it is sent, makes the three calls in order and clears the store', async () => {
  const order: string[] = [];
  calls.pay.mockImplementation(async ({ transaction_id }) => {
    order.push(`pay ${transaction_id} ${pending?.transactionId}`);
    return answer('authorised');
  });
  calls.markSold.mockImplementation(async () => order.push('sold'));
  calls.book.mockImplementation(async ({ transactionId }) => {
    order.push(`book ${transactionId}`);
    return { orderId: 7 };
  });
  const flow = newFlow();
  await flow.pay(ORDER, BODY);
  expect(order).toEqual(['pay TR1772359200000 TR1772359200000', 'sold', 'book TR1772359200000']);
  expect(flow.state()).toEqual({
    step: 'done',
    paid: { transactionId: 'TR1772359200000', paidCents: 50_000, email: ORDER.email, period: null, orderId: 7 },
  });
  expect([pending, alerts]).toEqual([null, []]);
});

test('pays once when the button is pressed twice', async () => {
  const flow = newFlow();
  await Promise.all([flow.pay(ORDER, BODY), flow.pay(ORDER, BODY)]);
  expect(calls.pay).toHaveBeenCalledTimes(1);
});

test('continues a payment of another tab instead of paying again', async () => {
  pending = { ...ORDER, transactionId: 'TR1', sentAt: testNow().getTime() };
  calls.getStatus.mockResolvedValue(answer('captured'));
  const flow = newFlow();
  await flow.pay(ORDER, BODY);
  expect(calls.pay).not.toHaveBeenCalled();
  expect(calls.book).toHaveBeenCalledWith(expect.objectContaining({ transactionId: 'TR1' }));
  expect(flow.state().step).toBe('done');
});

test('shows a rejection in the form and uses a new transaction id for the next attempt', async () => {
  calls.pay.mockImplementationOnce(() => refused(402, 'Declined.', { cvv: 'Invalid CVV' }));
  const flow = newFlow();
  await flow.pay(ORDER, BODY);
  expect(flow.state()).toEqual({
    step: 'form',
    refusal: 'checkout.payment.failed Declined.',
    fields: { cvv: 'Invalid CVV' },
  });
  expect([alerts, pending, onStale.mock.calls.length]).toEqual([['checkout.payment.failed Declined.'], null, 1]);
  vi.advanceTimersByTime(1);
  await flow.pay(ORDER, BODY);
  expect(calls.pay.mock.calls.map(([{ transaction_id }]) => transaction_id)).toEqual([
    'TR1772359200000',
    'TR1772359200001',
  ]);
});

test('polls the payment after a lost response until its outcome is known', async () => {
  calls.pay.mockImplementationOnce(networkError);
  calls.getStatus.mockImplementationOnce(networkError).mockResolvedValueOnce(answer('confirming'));
  calls.getStatus.mockResolvedValue(answer('captured'));
  const flow = newFlow();
  const paying = flow.pay(ORDER, BODY);
  await vi.advanceTimersByTimeAsync(0);
  expect(flow.state()).toMatchObject({ step: 'confirming', unreachable: true });
  expect([alerts, pending?.transactionId]).toEqual([['checkout.unexpected'], 'TR1772359200000']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(flow.state()).toMatchObject({ step: 'confirming', unreachable: false });
  await vi.advanceTimersByTimeAsync(1_000);
  await paying;
  expect([flow.state().step, calls.pay.mock.calls.length]).toEqual(['done', 1]);
});

test('calls a hold that is declined, or not confirmed yet, no payment', async () => {
  calls.pay.mockImplementationOnce(() => refused(402, 'Declined.'));
  const flow = newFlow('hold');
  await flow.pay(ORDER, BODY);
  calls.book.mockImplementationOnce(networkError);
  calls.getStatus.mockResolvedValue(answer('authorised'));
  await flow.pay(ORDER, BODY);
  expect(alerts).toEqual(['checkout.hold.failed Declined.', 'checkout.hold.unconfirmed']);
});

test('returns to the form if the payment never arrived', async () => {
  calls.pay.mockImplementationOnce(() => refused(503, 'Payments are temporarily unavailable.'));
  const flow = newFlow();
  await flow.pay(ORDER, BODY);
  const refusal = 'checkout.payment.failed Payments are temporarily unavailable.';
  expect(flow.state()).toEqual({ step: 'form', refusal, fields: {} });
  expect(pending).toBeNull();
});

test('waits 10 seconds for a payment that another tab has just sent', async () => {
  pending = { ...ORDER, transactionId: 'TR1', sentAt: testNow().getTime() };
  const flow = newFlow();
  const resuming = flow.resume();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(flow.state().step).toBe('confirming');
  await vi.advanceTimersByTimeAsync(10_000);
  await resuming;
  expect([flow.state().step, pending]).toEqual(['form', null]);
});

test.each(['failed', 'voided', 'refunded'] as const)(
  'returns to the form and clears the store if the stored payment is %s',
  async (end) => {
    pending = { ...ORDER, transactionId: 'TR1', sentAt: 0 };
    calls.getStatus.mockResolvedValue(answer(end));
    const flow = newFlow();
    await flow.resume();
    expect(flow.state()).toMatchObject({ step: 'form', refusal: `checkout.payment.failed It is ${end}.` });
    expect([pending, calls.markSold.mock.calls.length]).toEqual([null, 0]);
  },
);

test('skips the booking if marking the car sold fails, and retries with the same payment', async () => {
  calls.markSold.mockImplementationOnce(networkError);
  calls.getStatus.mockResolvedValue(answer('authorised'));
  const flow = newFlow();
  await flow.pay(ORDER, BODY);
  expect(flow.state()).toMatchObject({ step: 'unfinished', refusal: 'checkout.carFailed' });
  expect([alerts, calls.book.mock.calls.length]).toEqual([['checkout.carFailed'], 0]);
  flow.retry();
  await vi.advanceTimersByTimeAsync(0);
  expect([flow.state().step, calls.pay.mock.calls.length]).toEqual(['done', 1]);
});

test('waits without an alert while another tab finishes the payment', async () => {
  calls.markSold.mockImplementationOnce(() => refused(409, 'Your payment is being confirmed.'));
  calls.getStatus.mockResolvedValue(answer('confirming'));
  const flow = newFlow();
  const paying = flow.pay(ORDER, BODY);
  await vi.advanceTimersByTimeAsync(1_000);
  await paying;
  expect([alerts, flow.state().step, calls.markSold.mock.calls.length]).toEqual([[], 'done', 2]);
});

test('gives up after four waits for another tab', async () => {
  calls.markSold.mockImplementation(() => refused(409, 'Your payment is being confirmed.'));
  calls.getStatus.mockResolvedValue(answer('confirming'));
  const flow = newFlow();
  const paying = flow.pay(ORDER, BODY);
  await vi.advanceTimersByTimeAsync(10_000);
  await paying;
  expect([alerts, flow.state().step]).toEqual([['checkout.carFailed'], 'unfinished']);
});

test('alerts when the booking fails, and returns to the form if the payment was voided', async () => {
  calls.book.mockImplementationOnce(() => refused(409, 'No.'));
  calls.getStatus.mockResolvedValue(answer('voided'));
  const flow = newFlow();
  await flow.pay(ORDER, BODY);
  expect(alerts).toEqual(['checkout.payment.unconfirmed']);
  expect(flow.state()).toMatchObject({ step: 'form', refusal: 'It is voided.' });
});

test('shows the bank’s question and then repeats the same payment', async () => {
  calls.pay.mockResolvedValueOnce(answer('needs_action', { client_secret: 'secret' }));
  const flow = newFlow();
  await flow.pay(ORDER, { ...BODY, payment_method: 'credit_card', formData: { ...FORM, token: 'pm_1' } });
  expect(flow.state()).toMatchObject({ step: 'bank', secret: 'secret' });
  await flow.answerBank();
  expect(askBank).toHaveBeenCalledWith('secret');
  expect(new Set(calls.pay.mock.calls.map(([{ transaction_id }]) => transaction_id)).size).toBe(1);
  expect([calls.pay.mock.calls.length, flow.state().step]).toEqual([2, 'done']);
});

test('shows the bank’s question after a reload', async () => {
  pending = { ...ORDER, transactionId: 'TR1', sentAt: 0 };
  calls.getStatus.mockResolvedValueOnce(answer('needs_action', { client_secret: 'secret' }));
  calls.getStatus.mockResolvedValue(answer('authorised'));
  const flow = newFlow();
  await flow.resume();
  expect(flow.state()).toMatchObject({ step: 'bank', secret: 'secret' });
  await flow.answerBank();
  expect(askBank).toHaveBeenCalledWith('secret');
  expect([calls.pay.mock.calls.length, flow.state().step]).toEqual([0, 'done']);
});

test('keeps polling if the bank’s question cannot be shown', async () => {
  pending = { ...ORDER, transactionId: 'TR1', sentAt: 0 };
  calls.getStatus.mockResolvedValueOnce(answer('needs_action')).mockResolvedValue(answer('voided'));
  const flow = newFlow();
  const resuming = flow.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect(flow.state().step).toBe('confirming');
  await vi.advanceTimersByTimeAsync(1_000);
  await resuming;
  expect(flow.state().step).toBe('form');
});

test('stops polling when the buyer leaves the page and resumes on return', async () => {
  pending = { ...ORDER, transactionId: 'TR1', sentAt: 0 };
  calls.getStatus.mockResolvedValue(answer('confirming'));
  const flow = newFlow();
  const first = flow.resume();
  await vi.advanceTimersByTimeAsync(0);
  flow.leave();
  await first;
  const polls = calls.getStatus.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.getStatus).toHaveBeenCalledTimes(polls);
  calls.getStatus.mockResolvedValue(answer('captured'));
  await flow.resume();
  expect(flow.state().step).toBe('done');
});
