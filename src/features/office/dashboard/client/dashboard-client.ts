import { isDecidable } from '#features/aftersales/claims/model/claim.ts';
import { adminClaimCalls } from '#features/aftersales/office-calls.ts';
import { statementCalls } from '#features/bookkeeping/office-calls.ts';
import type { AdminCardResponse } from '#features/catalog/moderation/model/admin-listing-contract.ts';
import { adminListingCalls, moderationCalls, vehicleNameCalls } from '#features/catalog/office-calls.ts';
import { adminOrderCalls } from '#features/orders/office-calls.ts';
import type { WaitingOrders } from '#features/orders/order-pages/model/admin-order-contract.ts';
import { adminPaymentCalls } from '#features/payments/office-calls.ts';
import type { AdminPayment } from '#features/payments/payments/model/admin-payment-contract.ts';
import { adminSessionCalls, approvalCalls } from '#features/people/office-calls.ts';
import { isPermitted, type Permission } from '#features/people/sessions/model/roles.ts';
import { boardCalls } from '#features/shipping/office-calls.ts';
import type { BoardResponse } from '#features/shipping/shipments/model/shipment-contract.ts';
import { messageCalls } from '#features/site/office-calls.ts';
import { type ApiClient, asPage, isApiFailure } from '#lib/api-client/api-client.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { dashboardCalls } from '../../office-calls.ts';
import type { DashboardResponse } from '../model/dashboard-contract.ts';

/** Parts of the dashboard; null if they could not be loaded. */
type DashboardData = {
  figures: DashboardResponse | null;
  listings: AdminCardResponse[] | null;
  payments: AdminPayment[] | null;
  waiting: WaitingOrders | null;
  /** Counts of open work other than orders. */
  other: OtherWork;
};

/** A count is null if it could not be loaded. */
export type OtherWork = Record<
  'late' | 'claims' | 'approvals' | 'lines' | 'statements' | 'listings' | 'names' | 'messages',
  number | null
>;

const FIRST_FIVE = { page: 1, limit: 5 };
const FIRST = { page: 1, limit: 1 };

export const loadDashboard: Load<DashboardData> = async ({ api }) => {
  const [figures, listings, payments, waiting, late, claims, approvals, lines, statements, reviews, names, messages] =
    await Promise.all([
      orNull(api.call(dashboardCalls.read)),
      orNull(api.call(adminListingCalls.list, { query: FIRST_FIVE })),
      orNull(api.call(adminPaymentCalls.list, { query: FIRST_FIVE }).then(asPage)),
      orNull(api.call(adminOrderCalls.queues)),
      orNull(api.call(boardCalls.board, { query: FIRST }).then(lateSteps)),
      orNull(
        api.call(adminClaimCalls.list).then(({ items }) => items.filter(({ state }) => isDecidable(state)).length),
      ),
      orNull(api.call(approvalCalls.list).then(({ items }) => items.filter(({ mayApprove }) => mayApprove).length)),
      orNull(api.call(statementCalls.lines, { query: FIRST }).then(({ figures: { open } }) => open)),
      orNull(api.call(statementCalls.list, { query: { state: 'to_confirm' } }).then(confirmable)),
      orNull(ifPermitted(api, 'cars:write', async () => (await api.call(moderationCalls.next, { query: {} })).waiting)),
      orNull(ifPermitted(api, 'cars:write', async () => (await api.call(vehicleNameCalls.list)).names.length)),
      orNull(ifPermitted(api, 'messages:write', async () => (await api.call(messageCalls.list, { query: {} })).open)),
    ]);
  return {
    figures,
    listings: listings?.listings ?? null,
    payments: payments?.items ?? null,
    waiting,
    other: { late, claims, approvals, lines, statements, listings: reviews, names, messages },
  };
};

/** Counts the statements that the person may confirm. */
const confirmable = ({ items }: { items: { problem: string | null }[] }) =>
  items.filter(({ problem }) => problem === null).length;

/** Counts late steps. Late payments have their own queue. */
function lateSteps({ steps }: BoardResponse): number {
  return steps.reduce((sum, { step, late }) => (step === 'deposit' || step === 'balance' ? sum : sum + late), 0);
}

/** Returns 0 for roles that may not see this work, such as listings and messages for finance. */
async function ifPermitted(api: ApiClient, permission: Permission, count: () => Promise<number>): Promise<number> {
  const { admin } = await api.call(adminSessionCalls.session);
  return admin && isPermitted(admin.role, permission) ? count() : 0;
}

/** Logs a failure and returns null, as specified: the screen then shows an error for this part only. */
async function orNull<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (isApiFailure(error) && (error.status === 401 || error.status === 403)) throw error;
    console.error('Loading a part of the dashboard failed:', error);
    return null;
  }
}
