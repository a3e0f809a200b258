import type pg from 'pg';
import { returnCash, takeCash } from '#features/orders/billing/server/cash.ts';
import { moveMoney, undoMove } from '#features/orders/holds/server/move-money.ts';
import { reviveOrder } from '#features/orders/holds/server/revive-hold.ts';
import { MAX_EVIDENCE } from '#features/orders/orders/model/rental-money.ts';
import { chargeOrder, moveSecurity, showEvidence } from '#features/orders/rental-charges/server/charge-order.ts';
import type { PaymentDeps } from '#features/payments/server/api.ts';
import { toOutcomeResponse } from '#features/people/server/api.ts';
import { isPermitted } from '#features/people/sessions/model/roles.ts';
import { type DocumentDeps, type MediaDeps, readEvidence } from '#features/site/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { adminOf, type Origin, originOf } from '#lib/server/http/caller.ts';
import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminOrderCalls, cashReturnCalls, rentalCalls } from '../../../office-calls.ts';
import { adminOrderContract, cashReturnContract, rentalContract } from '../../model/admin-order-contract.ts';
import { listOrders, listQueues, showOrder } from './admin-orders.ts';

type OfficeDeps = {
  pool: pg.Pool;
  clock: Clock;
  documents: DocumentDeps;
  payments: PaymentDeps;
  siteOrigin: string;
  /** Completes the bookings of an order. Throws while money is open. */
  complete(adminId: number, orderId: number, origin: Origin): Promise<void>;
};

export function adminOrderEndpoints(deps: OfficeDeps): Endpoint[] {
  const office = { access: 'admin' } as const;
  return [
    endpoint(adminOrderCalls.list, adminOrderContract.list, {
      ...office,
      permission: 'bookings:read',
      summary: 'Orders: of a queue those that wait longest, else the newest first',
      handle: ({ query }) => listOrders(deps, query),
    }),
    endpoint(adminOrderCalls.queues, adminOrderContract.queues, {
      ...office,
      permission: 'bookings:read',
      summary: 'How many open orders wait for what',
      handle: () => listQueues(deps),
    }),
    endpoint(adminOrderCalls.one, adminOrderContract.one, {
      ...office,
      permission: 'bookings:read',
      summary: 'An order with its plan, payments and history',
      handle: ({ params, caller, t }) => {
        const { id: adminId, role } = adminOf(caller);
        return showOrder(deps, params.id, t, { adminId, seesAccounts: isPermitted(role, 'bank:read') });
      },
    }),
    endpoint(adminOrderCalls.cash, adminOrderContract.cash, {
      ...office,
      permission: 'bookings:write',
      summary:
        'Record money that was taken in person, for example at the pick-up of a rental; above the limit it waits for a second person',
      handle: async ({ params, body, caller, request, t }) => {
        const { key, method, amount_cents: cents, note } = body;
        const taken = { order: params.id, key, method, cents, note };
        const isRecorded = (await takeCash(deps, adminOf(caller), taken, originOf(request))) === 'recorded';
        const message = isRecorded
          ? t('admin.orders.taken', { amount: t.cents(cents) })
          : t('admin.approvals.proposed');
        return { ...(await showOrder(deps, params.id, t)), message };
      },
    }),
    endpoint(adminOrderCalls.move, adminOrderContract.move, {
      ...office,
      permission: 'payments:write',
      summary: 'Move what transfers brought beyond the cost of an order to another order of its buyer',
      handle: async ({ params, body, caller, request, t }) => {
        const { key, to_order_id: to, amount_cents: cents, reason } = body;
        await moveMoney(deps, adminOf(caller).id, { from: params.id, to, cents, key, reason }, originOf(request));
        return showOrder(deps, params.id, t);
      },
    }),
    endpoint(adminOrderCalls.undoMove, adminOrderContract.undoMove, {
      ...office,
      permission: 'payments:write',
      summary: 'Move money back to the order from which it was moved, as long as it is still there',
      handle: async ({ params, body, caller, request, t }) => {
        const move = { from: params.id, key: params.key, reason: body.reason };
        const outcome = await undoMove(deps, adminOf(caller).id, move, originOf(request));
        return { ...(await showOrder(deps, params.id, t)), waits: outcome === 'proposed' };
      },
    }),
    endpoint(adminOrderCalls.complete, adminOrderContract.complete, {
      ...office,
      permission: 'bookings:write',
      summary: 'Complete an order; 409 with the open amount while money is open',
      handle: async ({ params, caller, request, t }) => {
        await deps.complete(adminOf(caller).id, params.id, originOf(request));
        return showOrder(deps, params.id, t);
      },
    }),
    endpoint(adminOrderCalls.revive, adminOrderContract.revive, {
      ...office,
      permission: 'bookings:write',
      summary:
        'Hold the cars of an order again whose hold lapsed, at the agreed price; 409 with the reason if that is not possible',
      handle: async ({ params, caller, request, t }) => {
        await reviveOrder(deps, adminOf(caller).id, params.id, originOf(request), t.locale);
        return showOrder(deps, params.id, t);
      },
    }),
  ];
}

export function cashReturnEndpoints(deps: { pool: pg.Pool; documents: DocumentDeps }): Endpoint[] {
  return [
    endpoint(cashReturnCalls.give, cashReturnContract.give, {
      access: 'admin',
      permission: 'payments:write',
      summary: 'Record that money taken in person was given back; above the limit it waits for a second person',
      handle: async ({ params, body, caller, request, t }) => {
        const { key, method, amount_cents: cents, note, account_id: account = null } = body;
        const given = { order: params.id, key, method, cents, note, account };
        return toOutcomeResponse(await returnCash(deps, adminOf(caller), given, originOf(request)), t);
      },
    }),
  ];
}

type RentalDeps = {
  pool: pg.Pool;
  clock: Clock;
  siteOrigin: string;
  documents: DocumentDeps;
  media: Pick<MediaDeps, 'workers'>;
};

const TYPES = { pdf: 'application/pdf', jpg: 'image/jpeg' } as const;

/** Calls about deposits and charges of rentals. */
export function rentalEndpoints(deps: RentalDeps): Endpoint[] {
  const office = { access: 'admin', permission: 'bookings:write' } as const;
  return [
    endpoint(rentalCalls.security, rentalContract.security, {
      ...office,
      summary:
        'Record a security deposit that was taken at the pick-up or returned. A second person approves what is taken above the limit or returned in another way',
      handle: async ({ params, body, caller, request, t }) => {
        const { key, kind, method, amount_cents: cents, note, account_id: account = null } = body;
        const move = { key, kind, method, cents, note, account };
        const outcome = await moveSecurity(deps, adminOf(caller).id, params.id, move, originOf(request));
        const done = kind === 'taken' ? 'admin.orders.security.taken' : 'admin.orders.security.returned';
        const message = outcome === 'proposed' ? t('admin.approvals.proposed') : t(done, { amount: t.cents(cents) });
        return { ...(await showOrder(deps, params.id, t)), message };
      },
    }),
    endpoint(rentalCalls.charge, rentalContract.charge, {
      ...office,
      summary: 'Charge a renter for a late return, damage or not appearing, with photos or PDFs as evidence',
      upload: { files: { evidence: { most: MAX_EVIDENCE } } },
      handle: async ({ params, body, files, caller, request, t }) => {
        const admin = adminOf(caller).id;
        const evidence = [];
        for (const file of files) evidence.push(await readEvidence(deps.media, admin, file));
        const { key, kind, amount_cents: cents, reason } = body;
        await chargeOrder(deps, admin, params.id, { key, kind, cents, reason, evidence }, originOf(request));
        return showOrder(deps, params.id, t);
      },
    }),
    endpoint(rentalCalls.evidence, rentalContract.evidence, {
      access: 'user-or-admin',
      permission: 'bookings:read',
      summary: 'A photo or PDF that proves a charge, for the buyer and staff',
      handle: async ({ params, caller, reply }) => {
        const { format, content } = await showEvidence(deps.pool, caller, params);
        return download(reply, `evidence-${params.charge}-${params.position}.${format}`, TYPES[format], content);
      },
    }),
  ];
}
