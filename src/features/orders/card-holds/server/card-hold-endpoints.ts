import { type PaymentDeps, toPaymentResponse } from '#features/payments/server/api.ts';
import { toOutcomeResponse } from '#features/people/server/api.ts';
import { adminOf, originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { cardHoldCalls } from '../../orders-calls.ts';
import { cardHoldContract } from '../model/card-hold-contract.ts';
import { holdCard } from './hold-card.ts';
import { captureCardHold, releaseCardHold } from './settle-card-hold.ts';
import { showCardHold } from './show-card-hold.ts';

const ACCEPTED = 202;

/** Calls about a security deposit that is held on a card. */
export function cardHoldEndpoints(deps: PaymentDeps): Endpoint[] {
  const office = { access: 'admin', permission: 'payments:write' } as const;
  return [
    endpoint(cardHoldCalls.show, cardHoldContract.show, {
      access: 'user-or-admin',
      permission: 'bookings:read',
      summary: 'The security deposit of a rental that is held on a card, for the renter and staff',
      handle: ({ params, caller, t }) => showCardHold(deps, caller, params.id, t),
    }),
    endpoint(cardHoldCalls.hold, cardHoldContract.hold, {
      access: 'user',
      summary: 'Have the security deposit of a rental held on a card: it is reserved and not taken',
      handle: async ({ params, body, caller, request, reply, t }) => {
        const payer = { userId: userOf(caller).id, ip: request.ip };
        const status = await holdCard(deps, payer, params.id, body);
        if (status.payment.state === 'created') reply.code(ACCEPTED);
        return toPaymentResponse(deps, status, t);
      },
    }),
    endpoint(cardHoldCalls.release, cardHoldContract.release, {
      ...office,
      summary: 'Release a security deposit that is held on a card',
      handle: async ({ params, body, caller, request, t }) => {
        const released = { order: params.id, payment: body.payment };
        return toOutcomeResponse(await releaseCardHold(deps, adminOf(caller), released, originOf(request)), t);
      },
    }),
    endpoint(cardHoldCalls.capture, cardHoldContract.capture, {
      ...office,
      summary:
        'Take what is open of charges from a security deposit that is held on a card; above the limit it waits for a second person',
      handle: async ({ params, body, caller, request, t }) => {
        const asked = { order: params.id, payment: body.payment, cents: body.amount_cents };
        return toOutcomeResponse(await captureCardHold(deps, adminOf(caller), asked, originOf(request)), t);
      },
    }),
  ];
}
