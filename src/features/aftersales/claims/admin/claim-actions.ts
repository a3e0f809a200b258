/** Loader and form actions of the claims screen. */

import type { FileOpening } from '#features/shipping/shipments/model/file-contract.ts';
import { fileCalls } from '#features/shipping/shipping-calls.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { centsOf } from '#lib/money.ts';
import { actionByForm, outcomeOf } from '#lib/pages/form-action.ts';
import type { LoadInput } from '#lib/pages/loader.ts';
import { adminClaimCalls } from '../../office-calls.ts';
import type { AdminClaimResponse, AdminClaimsResponse } from '../model/admin-claim-contract.ts';

export type ClaimsData = {
  /** Null if they could not be loaded. */
  claims: AdminClaimsResponse | null;
  selected: AdminClaimResponse | null;
  /** Who opened the evidence of the selected claim; null if that could not be loaded. */
  openings: FileOpening[] | null;
};

export async function loadClaims({ api, url: { searchParams } }: LoadInput): Promise<ClaimsData> {
  const id = searchParams.get('view');
  const claims = await api.call(adminClaimCalls.list).catch(() => null);
  if (id === null) return { claims, selected: null, openings: null };
  try {
    const selected = await api.call(adminClaimCalls.one, { params: { id } });
    const { id: claim, order } = selected.claim;
    const openings = await api.call(fileCalls.openings, { params: { id: order.id } }).catch(() => null);
    return { claims, selected, openings: openings?.items.filter(({ claim_id: of }) => of === claim) ?? null };
  } catch (error) {
    if (isApiFailure(error) && (error.status === 404 || error.status === 400))
      return { claims, selected: null, openings: null };
    throw error;
  }
}

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** Returns the cents of a typed amount; null if it is none. */
export function typedCents(amount: string): number | null {
  return AMOUNT.test(amount.trim()) ? centsOf(Number(amount.trim())) : null;
}

export const claimAdminActions = actionByForm({
  ask: async ({ api, t, values: { id = '', key = '', party = '', text = '' } }) => {
    if (text.trim() === '') return { done: false, fields: { text: t('admin.claims.ask.missing') } };
    const body = { key, party: party === 'seller' ? ('seller' as const) : ('buyer' as const), text: text.trim() };
    return outcomeOf(await api.call(adminClaimCalls.ask, { params: { id }, body }));
  },
  decide: async ({ api, t, values: { id = '', to_buyer = '', to_seller = '', reason = '' } }) => {
    const [buyer, seller] = [typedCents(to_buyer), typedCents(to_seller)];
    const wrong = t('admin.claims.amountWrong');
    if (buyer === null || seller === null)
      return {
        done: false,
        fields: { ...(buyer === null && { to_buyer: wrong }), ...(seller === null && { to_seller: wrong }) },
      };
    if (reason.trim() === '') return { done: false, fields: { reason: t('admin.claims.reasonMissing') } };
    const body = { to_buyer_cents: buyer, to_seller_cents: seller, reason: reason.trim() };
    return outcomeOf(await api.call(adminClaimCalls.decide, { params: { id }, body }));
  },
});
