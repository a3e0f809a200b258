import type { MessageKey } from '#lib/i18n/translator.ts';

const HOUR_S = 60 * 60;

/** How long a second person may approve a proposal. */
export const APPROVAL_LIFE_S = 72 * HOUR_S;

export const APPROVAL_STATES = ['open', 'approved', 'canceled', 'expired'] as const;
type ApprovalState = (typeof APPROVAL_STATES)[number];

type Dates = { approvedAt: Date | null; canceledAt: Date | null; expired: boolean };

export function stateOfApproval({ approvedAt, canceledAt, expired }: Dates): ApprovalState {
  if (approvedAt) return 'approved';
  if (canceledAt) return 'canceled';
  return expired ? 'expired' : 'open';
}

/** Facts that decide whether a person may propose and approve. The database checks the same (`may_decide`, `are_two_people`). */
export type Decider = {
  id: number;
  /** Not disabled. */
  enabled: boolean;
  /** Two-factor is on. */
  secondFactor: boolean;
  /** The account, its role, its access or the removal of its second factor is too recent. */
  waits: boolean;
  /** Created from the settings. */
  fromEnvironment: boolean;
  /** The administrators who ever gave the person access. */
  letInBy: readonly number[];
};

/** Returns why a person may not propose now, or null if they may. */
export function problemOfProposer({ enabled, secondFactor, waits }: Decider): MessageKey | null {
  if (!enabled) return 'admin.approvals.disabled';
  if (!secondFactor) return 'admin.approvals.noFactor';
  return waits ? 'admin.approvals.waits' : null;
}

/** Returns why `second` may not be the second person for what `first` did, or null if they may. */
export function problemOfSecondPerson(second: Decider, first: Decider): MessageKey | null {
  if (second.id === first.id) return 'admin.approvals.own';
  if (second.fromEnvironment) return 'admin.approvals.environment';
  const own = problemOfProposer(second);
  if (own) return own;
  return second.letInBy.includes(first.id) || first.letInBy.includes(second.id) ? 'admin.approvals.letIn' : null;
}

/** Returns why `approver` may not approve a proposal of `proposer`, or null if they may. */
export function problemOfApprover(approver: Decider, proposer: Decider): MessageKey | null {
  return (
    problemOfSecondPerson(approver, proposer) ?? (problemOfProposer(proposer) ? 'admin.approvals.proposerMayNot' : null)
  );
}
