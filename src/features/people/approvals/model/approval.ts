const HOUR_S = 60 * 60;

/** How long a second person may approve a proposal. */
export const APPROVAL_LIFE_S = 72 * HOUR_S;

export const APPROVAL_STATES = ['open', 'approved', 'canceled', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

type Dates = { approvedAt: Date | null; canceledAt: Date | null; expired: boolean };

export function stateOfApproval({ approvedAt, canceledAt, expired }: Dates): ApprovalState {
  if (approvedAt) return 'approved';
  if (canceledAt) return 'canceled';
  return expired ? 'expired' : 'open';
}
