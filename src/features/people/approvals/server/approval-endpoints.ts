import { toOutcomeResponse } from '#features/people/accounts/server/account-responses.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { approvalCalls } from '../../office-calls.ts';
import { stateOfApproval } from '../model/approval.ts';
import { type ApprovalResponse, approvalContract } from '../model/approval-contract.ts';
import { type ApprovalDeps, approve, cancel, type ListedApproval, listApprovals } from './approve.ts';

const office = { access: 'admin' } as const;

/** The use cases also check the permission of each kind of proposal. */
export function approvalEndpoints(deps: ApprovalDeps): Endpoint[] {
  return [
    endpoint(approvalCalls.list, approvalContract.list, {
      ...office,
      permission: 'approvals:read',
      summary: 'List proposals that need a second person, open ones first',
      handle: async ({ caller, t }) => ({
        flag: '1' as const,
        items: (await listApprovals(deps, adminOf(caller), t)).map((row) => toApprovalResponse(row, t)),
      }),
    }),
    endpoint(approvalCalls.approve, approvalContract.approve, {
      ...office,
      permission: 'approvals:write',
      summary: 'Approve a proposal of another person; its change takes effect at once',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(await approve(deps, adminOf(caller), { ...params, ...body }, originOf(request)), t),
    }),
    endpoint(approvalCalls.cancel, approvalContract.cancel, {
      ...office,
      permission: 'approvals:write',
      summary: 'Cancel an open proposal',
      handle: async ({ params, caller, request, t }) =>
        toOutcomeResponse(await cancel(deps, adminOf(caller), params.id, originOf(request)), t),
    }),
  ];
}

function toApprovalResponse(row: ListedApproval, t: Translator): ApprovalResponse {
  const { id, kind, summary, problem, approverId, approverName } = row;
  const state = stateOfApproval(row);
  return {
    id,
    kind,
    summary,
    hash: row.payloadHash.toString('hex'),
    state,
    proposer: { id: row.proposerId, name: row.proposerName },
    proposedAt: row.proposedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    approver: approverId === null ? null : { id: approverId, name: approverName ?? '' },
    decidedAt: (row.approvedAt ?? row.canceledAt)?.toISOString() ?? null,
    mayApprove: state === 'open' && problem === null,
    problem: state === 'open' && problem ? t(problem) : null,
  };
}
