import type { BookingDeps } from '#features/aftersales/bookings/server/booking-deps.ts';
import { originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { extensionCalls } from '../../aftersales-calls.ts';
import { extensionContract } from '../model/extension-contract.ts';
import { answerRequest, askExtension, requestsFor, showExtensions } from './extend-rental.ts';

/** Calls about keeping a rented car for longer. */
export function extensionEndpoints(deps: BookingDeps): Endpoint[] {
  const { pool, clock } = deps.payments;
  return [
    endpoint(extensionCalls.waiting, extensionContract.waiting, {
      access: 'user',
      summary: 'The requests to extend a rental that wait for the answer of the caller, who owns the car',
      handle: async ({ caller }) => ({ items: await requestsFor(pool, userOf(caller).id, clock.now()) }),
    }),
    endpoint(extensionCalls.list, extensionContract.list, {
      access: 'user-or-admin',
      permission: 'bookings:read',
      summary: 'The requests to extend a rental, for its renter, the owner of the car and staff',
      handle: ({ params, caller, t }) => showExtensions(pool, caller, params.id, clock.now(), t),
    }),
    endpoint(extensionCalls.ask, extensionContract.ask, {
      access: 'user',
      summary: 'Ask to keep a rented car for longer, for the price that was shown',
      handle: async ({ params, body, caller, request, t }) => {
        const asked = { lastDay: body.last_day, totalCents: body.total_cents };
        await askExtension(deps, caller, params.id, asked, originOf(request));
        return showExtensions(pool, caller, params.id, clock.now(), t);
      },
    }),
    endpoint(extensionCalls.answer, extensionContract.answer, {
      access: 'user-or-admin',
      permission: 'bookings:write',
      summary: 'Accept or decline a request to extend a rental as the owner or staff, or withdraw it as the renter',
      handle: async ({ params, body, caller, request, t }) => {
        const answered = { extensionId: params.extension, answer: body.answer, depositEnds: body.deposit_ends ?? null };
        await answerRequest(deps, caller, params.id, answered, originOf(request));
        return showExtensions(pool, caller, params.id, clock.now(), t);
      },
    }),
  ];
}
