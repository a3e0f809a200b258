import type { ApiClient } from '#lib/api-client/api-client.ts';
import { actionByForm } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { claimCalls } from '../../aftersales-calls.ts';
import { isEnded } from '../model/claim.ts';
import type { ClaimResponse, ClaimSummary, OrderClaimsResponse } from '../model/claim-contract.ts';

export const claimPath = (id: number) => paths.claim.replace(':id', String(id));

/** Fetches the claims of an order and which ones its buyer may open. */
export function fetchOrderClaims(api: ApiClient, orderId: number): Promise<OrderClaimsResponse> {
  return api.call(claimCalls.ofOrder, { params: { id: orderId } });
}

export async function fetchMyClaims(api: ApiClient): Promise<ClaimSummary[]> {
  return (await api.call(claimCalls.mine)).items;
}

/** Fetches a claim of the user; null if there is none. */
export async function fetchClaim(api: ApiClient, id: string): Promise<ClaimResponse | null> {
  return (await api.find(claimCalls.one, { params: { id } }))?.claim ?? null;
}

/** Fetches the claim of an order that is not ended; null if there is none. */
export async function fetchOpenClaim(api: ApiClient, { claims }: OrderClaimsResponse): Promise<ClaimResponse | null> {
  const open = claims.find(({ state }) => !isEnded(state));
  return open ? fetchClaim(api, String(open.id)) : null;
}

export const claimActions = actionByForm({
  withdraw: async ({ api, params }) => {
    const { message } = await api.call(claimCalls.withdraw, { params: { id: params.id ?? '' } });
    return { done: true, message };
  },
});
