import { ONLINE_METHODS } from '#features/payments/gateways/model/charge.ts';
import { AppError } from '#lib/app-error.ts';
import { adminOf, originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminPaymentCalls } from '../../office-calls.ts';
import { paymentCalls } from '../../payments-calls.ts';
import { adminPaymentContract } from '../model/admin-payment-contract.ts';
import { paymentContract } from '../model/payment-contract.ts';
import { bookedDays, eventsOfPayment, getStatus, toPaymentResponse } from './get-payment-status.ts';
import { pay } from './pay.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { recordRefundReturned, recordRefundSentByAdmin } from './transfers/refund-transfers.ts';

const ACCEPTED = 202;

type PaymentEndpointDeps = { deps: PaymentDeps; publishableKey: string | null };

export function paymentEndpoints({ deps, publishableKey }: PaymentEndpointDeps): Endpoint[] {
  const { pool, gateway } = deps;
  const buyer = { access: 'user' } as const;
  return [
    endpoint(paymentCalls.pay, paymentContract.pay, {
      ...buyer,
      summary: 'Hold a car and reserve the amount that books it',
      handle: async ({ body, caller, request, reply, t }) => {
        const { id: userId } = userOf(caller);
        if (body.user_id !== userId) throw new AppError('forbidden', 'user_id of another');
        const status = await pay(deps, { userId, ip: request.ip }, body);
        if (status.payment.state === 'created') reply.code(ACCEPTED);
        return toPaymentResponse(deps, status, t);
      },
    }),
    endpoint(paymentCalls.mine, paymentContract.mine, {
      ...buyer,
      summary: 'The state of a payment of the user',
      handle: async ({ params, caller, t }) => {
        return toPaymentResponse(deps, await getStatus(deps, userOf(caller).id, params.transactionId), t);
      },
    }),
    endpoint(paymentCalls.options, paymentContract.options, {
      summary: 'The payment methods of this site',
      access: 'anyone',
      handle: async () => ({
        gateway: gateway.name,
        publishableKey,
        methods: gateway.name === 'simulated' ? [...ONLINE_METHODS] : ['credit_card' as const],
      }),
    }),
    endpoint(paymentCalls.bookedDays, paymentContract.bookedDays, {
      summary: 'The days on which a Rent car is booked',
      access: 'optional-auth',
      readCost: 1,
      handle: ({ params, caller }) => bookedDays(deps, params.id, caller.user?.id ?? null),
    }),
    endpoint(adminPaymentCalls.refundSent, adminPaymentContract.refundSent, {
      summary: 'Record that finance has sent the refund of a bank transfer to the account of the buyer',
      access: 'admin',
      permission: 'payments:write',
      handle: async ({ params, body, caller, request, t }) => {
        const sent = {
          refundId: body.refund_id ?? null,
          reference: body.reference || null,
          accountId: body.account_id ?? null,
          payerReason: body.payer_reason ?? null,
        };
        const outcome = await recordRefundSentByAdmin(deps, adminOf(caller).id, params.id, sent, originOf(request));
        return { flag: '1' as const, message: t(outcome === 'proposed' ? 'refund.sent.waits' : 'refund.sent') };
      },
    }),
    endpoint(adminPaymentCalls.refundReturned, adminPaymentContract.refundReturned, {
      summary: 'Record that the bank returned the refund of a bank transfer, so that it is owed again',
      access: 'admin',
      permission: 'payments:write',
      handle: async ({ params, body, caller, request, t }) => {
        const returned = { refundId: body.refund_id, reason: body.reason };
        await recordRefundReturned(deps, adminOf(caller).id, params.id, returned, originOf(request));
        return { flag: '1' as const, message: t('refund.returned') };
      },
    }),
    endpoint(adminPaymentCalls.events, adminPaymentContract.events, {
      summary: 'The events of a payment',
      access: 'admin',
      permission: 'payments:read',
      handle: async ({ params }) => ({
        events: (await eventsOfPayment(pool, params.id)).map(({ at, ...event }) => ({
          ...event,
          at: at.toISOString(),
        })),
      }),
    }),
  ];
}
