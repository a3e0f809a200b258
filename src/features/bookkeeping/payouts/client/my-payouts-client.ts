/** Loader of a seller's page of payouts. */
import type { Load } from '#lib/pages/page-handlers.ts';
import { payoutCalls } from '../../bookkeeping-calls.ts';
import type { MyPayoutsResponse } from '../model/payout-contract.ts';

export const loadMyPayouts: Load<MyPayoutsResponse> = ({ api }) => api.call(payoutCalls.mine);
