import type { MessageKey } from '#lib/i18n/translator.ts';

/** What decides whether a person of the back office may propose and approve. The database checks the same (`guard_approval`). */
export type Decider = {
  id: number;
  /** Not disabled. */
  enabled: boolean;
  /** Whether two-factor is on. */
  secondFactor: boolean;
  /** Whether the account, its role, its access or a removed second factor is too new. */
  waits: boolean;
  /** Created from the settings. */
  fromEnvironment: boolean;
  /** Who last let the person in. */
  invitedBy: number | null;
};

/** Why a person may not propose at the moment; null if they may. */
export function problemOfProposer({ enabled, secondFactor, waits }: Decider): MessageKey | null {
  if (!enabled) return 'admin.approvals.disabled';
  if (!secondFactor) return 'admin.approvals.noFactor';
  return waits ? 'admin.approvals.waits' : null;
}

/** Why a person may not approve what the other one has proposed; null if they may. */
export function problemOfApprover(approver: Decider, proposer: Decider): MessageKey | null {
  if (approver.id === proposer.id) return 'admin.approvals.own';
  if (approver.fromEnvironment) return 'admin.approvals.environment';
  const own = problemOfProposer(approver);
  if (own) return own;
  if (approver.invitedBy === proposer.id || proposer.invitedBy === approver.id) return 'admin.approvals.letIn';
  return problemOfProposer(proposer) ? 'admin.approvals.proposerMayNot' : null;
}
