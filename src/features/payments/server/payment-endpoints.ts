import { PAYMENT_METHODS } from '#features/gateways/model/payment-method.ts';
import { listingParams } from '#features/listings/model/listing-contract.ts';
import { AppError } from '#lib/app-error.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import {
  bookedDaysAnswer,
  payBody,
  paymentAnswer,
  paymentEventsAnswer,
  paymentOptionsAnswer,
  paymentParams,
  transactionParams,
} from '../model/payment-contract.ts';
import { bookedDays, eventsOfPayment, getStatus } from './get-payment-status.ts';
import { pay } from './pay.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { paymentToWire } from './payment-response.ts';

const ACCEPTED = 202;

type Needs = { tools: PaymentDeps; publishableKey: string | null };

/** The calls by which buyers pay, and see how their payments stand. */
export function paymentEndpoints({ tools, publishableKey }: Needs): Endpoint[] {
  const { pool, gateway, consequences } = tools;
  const buyer = { tag: 'Paying', access: 'user' } as const;
  return [
    endpoint({
      ...buyer,
      method: 'POST',
      path: '/payments',
      summary: 'Hold a car and reserve the amount that books it',
      body: payBody,
      answer: paymentAnswer,
      handle: async ({ body, caller, request, reply }) => {
        const { id: userId } = userOf(caller);
        if (body.user_id !== userId) throw new AppError('forbidden', 'user_id of another');
        const { payment, clientSecret } = await pay(tools, { userId, ip: request.ip }, body);
        if (payment.state === 'created') reply.code(ACCEPTED);
        return paymentToWire(payment, await consequences.bookingOf(pool, payment.id), clientSecret);
      },
    }),
    endpoint({
      ...buyer,
      method: 'GET',
      path: '/my-payments/:transactionId',
      summary: 'How a payment of the user stands',
      params: transactionParams,
      answer: paymentAnswer,
      handle: async ({ params, caller }) => {
        const { payment, clientSecret } = await getStatus(tools, userOf(caller).id, params.transactionId);
        return paymentToWire(payment, await consequences.bookingOf(pool, payment.id), clientSecret);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/payment-options',
      summary: 'How payments are taken here',
      tag: 'Paying',
      access: 'anyone',
      answer: paymentOptionsAnswer,
      handle: async () => ({
        gateway: gateway.name,
        publishableKey,
        methods: gateway.name === 'simulated' ? [...PAYMENT_METHODS] : ['credit_card' as const],
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/listings/:id/booked-days',
      summary: 'The days on which a Rent car is taken',
      tag: 'Paying',
      access: 'anyone',
      params: listingParams,
      answer: bookedDaysAnswer,
      handle: ({ params }) => bookedDays(tools, params.id),
    }),
    endpoint({
      method: 'GET',
      path: '/admin/payments/:id/events',
      summary: 'What happened to a payment',
      tag: 'Back office',
      access: 'admin',
      params: paymentParams,
      answer: paymentEventsAnswer,
      handle: async ({ params }) => ({
        events: (await eventsOfPayment(pool, params.id)).map(({ at, ...event }) => ({
          ...event,
          at: at.toISOString(),
        })),
      }),
    }),
  ];
}
