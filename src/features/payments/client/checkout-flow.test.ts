import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '#lib/api-client/api-client.ts';
import type { PaymentResponse } from '../model/payment-contract.ts';
import type { PendingPayment } from '../model/pending-payment.ts';
import { CheckoutFlow } from './checkout-flow.ts';

const ORDER = { totalCents: 200_000, bookingCents: 50_000, period: null, email: 'amina@mail.example' };
const FORM = { cardNumber: '', expiryDate: '', cvv: '', name: '', email: ORDER.email, paypalEmail: '', upiId: '' };
const BODY = { user_id: 1, listing_id: 7, amount: 500, payment_method: 'paypal', formData: FORM } as const;
const answer = (progress: PaymentResponse['progress'], more: Partial<PaymentResponse> = {}) =>
  ({ progress, message: `It is ${progress}.`, ...more }) as PaymentResponse;
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const refused = (status: number, message: string, fields = {}) =>
  Promise.reject(new ApiFailure(status, { message, fields }));

let kept: PendingPayment | null;
let alerts: string[];
let calls: ReturnType<typeof fakeCalls>;
let onStale: ReturnType<typeof vi.fn<() => void>>;
let askBank: ReturnType<typeof vi.fn<(secret: string) => Promise<void>>>;

function fakeCalls() {
  return {
    pay: vi.fn(async (_body: { transaction_id: string }) => answer('authorised')),
    look: vi.fn(async (_id: string): Promise<PaymentResponse | null> => null),
    markSold: vi.fn(async (): Promise<unknown> => ({})),
    book: vi.fn(async (_kept: PendingPayment): Promise<unknown> => ({})),
  };
}

function newFlow(): CheckoutFlow {
  return new CheckoutFlow({
    calls,
    store: { read: () => kept, write: (next) => (kept = next) },
    words: (id, values) => `${id}${values ? ` ${Object.values(values)}` : ''}`,
    alert: (words) => alerts.push(words),
    onStale,
    askBank,
    now: Date.now,
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_772_359_200_000 });
  kept = null;
  alerts = [];
  calls = fakeCalls();
  onStale = vi.fn();
  askBank = vi.fn(async () => {});
});
afterEach(() => vi.useRealTimers());

test('a payment is kept before it is sent; the three calls follow each other, and then it is forgotten', async () => {
  const order: string[] = [];
  calls.pay.mockImplementation(async ({ transaction_id }) => {
    order.push(`pay ${transaction_id} ${kept?.transactionId}`);
    return answer('authorised');
  });
  calls.markSold.mockImplementation(async () => order.push('sold'));
  calls.book.mockImplementation(async ({ transactionId }) => order.push(`book ${transactionId}`));
  const flow = newFlow();
  await flow.pay(ORDER, BODY);
  expect(order).toEqual(['pay TR1772359200000 TR1772359200000', 'sold', 'book TR1772359200000']);
  expect(flow.state()).toEqual({
    at: 'done',
    paid: { transactionId: 'TR1772359200000', paidCents: 50_000, email: ORDER.email, period: null },
  });
  expect([kept, alerts]).toEqual([null, []]);
});

test('pressed twice, it pays once', async () => {
  const flow = newFlow();
  await Promise.all([flow.pay(ORDER, BODY), flow.pay(ORDER, BODY)]);
  expect(calls.pay).toHaveBeenCalledTimes(1);
});

test('a payment of another tab is gone on with instead of paying again', async () => {
  kept = { ...ORDER, transactionId: 'TR1', sentAt: Date.now() };
  calls.look.mockResolvedValue(answer('captured'));
  const flow = newFlow();
  await flow.pay(ORDER, BODY);
  expect(calls.pay).not.toHaveBeenCalled();
  expect(calls.book).toHaveBeenCalledWith(expect.objectContaining({ transactionId: 'TR1' }));
  expect(flow.state().at).toBe('done');
});

test('a refusal is said and leads back to the form; the next try is a new payment', async () => {
  calls.pay.mockImplementationOnce(() => refused(402, 'Declined.', { cvv: 'Invalid CVV' }));
  const flow = newFlow();
  await flow.pay(ORDER, BODY);
  expect(flow.state()).toEqual({ at: 'form', refusal: 'checkout.failed Declined.', fields: { cvv: 'Invalid CVV' } });
  expect([alerts, kept, onStale.mock.calls.length]).toEqual([['checkout.failed Declined.'], null, 1]);
  vi.advanceTimersByTime(1);
  await flow.pay(ORDER, BODY);
  expect(calls.pay.mock.calls.map(([{ transaction_id }]) => transaction_id)).toEqual([
    'TR1772359200000',
    'TR1772359200001',
  ]);
});

test('after a lost answer it asks what became of the payment until that is known', async () => {
  calls.pay.mockImplementationOnce(lost);
  calls.look.mockImplementationOnce(lost).mockResolvedValueOnce(answer('confirming'));
  calls.look.mockResolvedValue(answer('captured'));
  const flow = newFlow();
  const paying = flow.pay(ORDER, BODY);
  await vi.advanceTimersByTimeAsync(0);
  expect(flow.state()).toMatchObject({ at: 'confirming', unreachable: true });
  expect([alerts, kept?.transactionId]).toEqual([['checkout.unexpected'], 'TR1772359200000']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(flow.state()).toMatchObject({ at: 'confirming', unreachable: false });
  await vi.advanceTimersByTimeAsync(1_000);
  await paying;
  expect([flow.state().at, calls.pay.mock.calls.length]).toEqual(['done', 1]);
});

test('a payment that never arrived leads back to the form', async () => {
  calls.pay.mockImplementationOnce(() => refused(503, 'Payments are temporarily unavailable.'));
  const flow = newFlow();
  await flow.pay(ORDER, BODY);
  const refusal = 'checkout.failed Payments are temporarily unavailable.';
  expect(flow.state()).toEqual({ at: 'form', refusal, fields: {} });
  expect(kept).toBeNull();
});

test('what another tab has just sent may still be on its way', async () => {
  kept = { ...ORDER, transactionId: 'TR1', sentAt: Date.now() };
  const flow = newFlow();
  const arriving = flow.arrive();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(flow.state().at).toBe('confirming');
  await vi.advanceTimersByTimeAsync(10_000);
  await arriving;
  expect([flow.state().at, kept]).toEqual(['form', null]);
});

test.each(['failed', 'voided', 'refunded'] as const)('a kept payment that is %s is told and forgotten', async (end) => {
  kept = { ...ORDER, transactionId: 'TR1', sentAt: 0 };
  calls.look.mockResolvedValue(answer(end));
  const flow = newFlow();
  await flow.arrive();
  expect(flow.state()).toMatchObject({ at: 'form', refusal: `checkout.failed It is ${end}.` });
  expect([kept, calls.markSold.mock.calls.length]).toEqual([null, 0]);
});

test('when the car cannot be marked sold there is no booking, and trying again goes on with the same payment', async () => {
  calls.markSold.mockImplementationOnce(lost);
  calls.look.mockResolvedValue(answer('authorised'));
  const flow = newFlow();
  await flow.pay(ORDER, BODY);
  expect(flow.state()).toMatchObject({ at: 'unfinished', refusal: 'checkout.carFailed' });
  expect([alerts, calls.book.mock.calls.length]).toEqual([['checkout.carFailed'], 0]);
  flow.again();
  await vi.advanceTimersByTimeAsync(0);
  expect([flow.state().at, calls.pay.mock.calls.length]).toEqual(['done', 1]);
});

test('while another tab finishes the same payment it waits, and alarms nobody', async () => {
  calls.markSold.mockImplementationOnce(() => refused(409, 'Your payment is being confirmed.'));
  calls.look.mockResolvedValue(answer('confirming'));
  const flow = newFlow();
  const paying = flow.pay(ORDER, BODY);
  await vi.advanceTimersByTimeAsync(1_000);
  await paying;
  expect([alerts, flow.state().at, calls.markSold.mock.calls.length]).toEqual([[], 'done', 2]);
});

test('it waits only so long for somebody else', async () => {
  calls.markSold.mockImplementation(() => refused(409, 'Your payment is being confirmed.'));
  calls.look.mockResolvedValue(answer('confirming'));
  const flow = newFlow();
  const paying = flow.pay(ORDER, BODY);
  await vi.advanceTimersByTimeAsync(10_000);
  await paying;
  expect([alerts, flow.state().at]).toEqual([['checkout.carFailed'], 'unfinished']);
});

test('a booking that fails is told; a payment that was given back meanwhile leads to the form', async () => {
  calls.book.mockImplementationOnce(() => refused(409, 'No.'));
  calls.look.mockResolvedValue(answer('voided'));
  const flow = newFlow();
  await flow.pay(ORDER, BODY);
  expect(alerts).toEqual(['checkout.bookingFailed']);
  expect(flow.state()).toMatchObject({ at: 'form', refusal: 'It is voided.' });
});

test('the bank’s question is asked, and the same payment sent again after it', async () => {
  calls.pay.mockResolvedValueOnce(answer('needs_action', { client_secret: 'secret' }));
  const flow = newFlow();
  await flow.pay(ORDER, { ...BODY, payment_method: 'credit_card', formData: { ...FORM, token: 'pm_1' } });
  expect(flow.state()).toMatchObject({ at: 'bank', secret: 'secret' });
  await flow.answerBank();
  expect(askBank).toHaveBeenCalledWith('secret');
  expect(new Set(calls.pay.mock.calls.map(([{ transaction_id }]) => transaction_id)).size).toBe(1);
  expect([calls.pay.mock.calls.length, flow.state().at]).toEqual([2, 'done']);
});

test('the bank’s question is asked on a page that was reloaded as well', async () => {
  kept = { ...ORDER, transactionId: 'TR1', sentAt: 0 };
  calls.look.mockResolvedValueOnce(answer('needs_action', { client_secret: 'secret' }));
  calls.look.mockResolvedValue(answer('authorised'));
  const flow = newFlow();
  await flow.arrive();
  expect(flow.state()).toMatchObject({ at: 'bank', secret: 'secret' });
  await flow.answerBank();
  expect(askBank).toHaveBeenCalledWith('secret');
  expect([calls.pay.mock.calls.length, flow.state().at]).toEqual([0, 'done']);
});

test('a bank’s question that cannot be shown is waited for', async () => {
  kept = { ...ORDER, transactionId: 'TR1', sentAt: 0 };
  calls.look.mockResolvedValueOnce(answer('needs_action')).mockResolvedValue(answer('voided'));
  const flow = newFlow();
  const arriving = flow.arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(flow.state().at).toBe('confirming');
  await vi.advanceTimersByTimeAsync(1_000);
  await arriving;
  expect(flow.state().at).toBe('form');
});

test('nobody asks on when the page is left, and coming back asks again', async () => {
  kept = { ...ORDER, transactionId: 'TR1', sentAt: 0 };
  calls.look.mockResolvedValue(answer('confirming'));
  const flow = newFlow();
  const first = flow.arrive();
  await vi.advanceTimersByTimeAsync(0);
  flow.leave();
  await first;
  const asked = calls.look.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.look).toHaveBeenCalledTimes(asked);
  calls.look.mockResolvedValue(answer('captured'));
  await flow.arrive();
  expect(flow.state().at).toBe('done');
});
