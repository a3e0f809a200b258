import { toOutcomeResponse } from '#features/people/server/api.ts';
import { adminOf, originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { consigneeCalls } from '../../orders-calls.ts';
import { consigneeContract } from '../model/consignee-contract.ts';
import {
  type ConsigneeDeps,
  cancelConsignee,
  cancelConsigneeByLink,
  cancelConsigneeByOffice,
  changeConsignee,
  consigneesForOffice,
  sendConsigneeCode,
  showConsignee,
} from './change-consignee.ts';

const HOUR_S = 3_600;

export function consigneeEndpoints(deps: ConsigneeDeps): Endpoint[] {
  const buyer = { access: 'user' } as const;
  return [
    endpoint(consigneeCalls.show, consigneeContract.show, {
      ...buyer,
      summary: 'Who receives the cars of an order, and the change that waits; for its buyer',
      handle: ({ params, caller, t }) => showConsignee(deps, userOf(caller).id, params.id, t),
    }),
    endpoint(consigneeCalls.sendCode, consigneeContract.sendCode, {
      ...buyer,
      summary: 'Email the buyer a code that confirms exactly this consignee',
      handle: async ({ params, body, caller, request, t }) => {
        await sendConsigneeCode(deps, userOf(caller), params.id, body, originOf(request));
        return { message: t('account.change.codeSent') };
      },
    }),
    endpoint(consigneeCalls.change, consigneeContract.change, {
      ...buyer,
      summary: 'Name who receives the cars; once money has arrived it needs password and code, and waits 24 hours',
      handle: async ({ params, body, caller, request, t }) => {
        await changeConsignee(deps, userOf(caller), params.id, body, originOf(request), t.locale);
        return showConsignee(deps, userOf(caller).id, params.id, t);
      },
    }),
    endpoint(consigneeCalls.cancel, consigneeContract.cancel, {
      ...buyer,
      summary: 'Cancel the change of the consignee that waits, as the buyer or a seller of the order',
      handle: async ({ params, caller, request, t }) => {
        await cancelConsignee(deps, userOf(caller).id, params.id, originOf(request));
        return { message: t('orders.consignee.canceled') };
      },
    }),
    endpoint(consigneeCalls.cancelByLink, consigneeContract.cancelByLink, {
      access: 'anyone',
      summary: 'Cancel a change of a consignee with the token of the emailed link',
      limit: { uses: 30, inSeconds: HOUR_S },
      handle: async ({ body, request, t }) =>
        toOutcomeResponse(await cancelConsigneeByLink(deps, body.token, originOf(request)), t),
    }),
    endpoint(consigneeCalls.ofOffice, consigneeContract.ofOffice, {
      access: 'admin',
      permission: 'bookings:read',
      summary: 'Who receives the cars of an order, a change that waits, and the history',
      handle: ({ params }) => consigneesForOffice(deps.pool, params.id),
    }),
    endpoint(consigneeCalls.cancelByOffice, consigneeContract.cancelByOffice, {
      access: 'admin',
      permission: 'bookings:write',
      summary: 'Cancel the change of a consignee that waits',
      handle: async ({ params, caller, request, t }) => {
        await cancelConsigneeByOffice(deps, adminOf(caller).id, params.id, originOf(request));
        return { message: t('orders.consignee.canceled') };
      },
    }),
  ];
}
