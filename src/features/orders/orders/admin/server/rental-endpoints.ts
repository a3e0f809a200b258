import type pg from 'pg';
import { type DocumentDeps, type MediaDeps, readEvidence } from '#features/site/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { download } from '#lib/server/http/download.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { rentalCalls } from '../../../office-calls.ts';
import { rentalContract } from '../../model/rental-contract.ts';
import { MAX_EVIDENCE } from '../../model/rental-money.ts';
import { chargeOrder, showEvidence } from '../../server/rental/charge-order.ts';
import { moveSecurity } from '../../server/rental/move-security.ts';
import { showOrder } from './admin-orders.ts';

type RentalDeps = {
  pool: pg.Pool;
  clock: Clock;
  siteOrigin: string;
  documents: DocumentDeps;
  media: Pick<MediaDeps, 'workers'>;
};

const TYPES = { pdf: 'application/pdf', jpg: 'image/jpeg' } as const;

/** Calls about the money of rentals besides their price. */
export function rentalEndpoints(deps: RentalDeps): Endpoint[] {
  const office = { access: 'admin', permission: 'bookings:write' } as const;
  return [
    endpoint(rentalCalls.security, rentalContract.security, {
      ...office,
      summary:
        'Record a security deposit that was taken at the pick-up or given back; what is taken above the limit waits for a second person',
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
