import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, outcomeOf } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { approvalCalls } from '../../office-calls.ts';
import type { ApprovalResponse } from '../model/approval-contract.ts';

export const loadApprovals: Load<{ approvals: ApprovalResponse[] }> = async ({ api }) => ({
  approvals: (await api.call(approvalCalls.list)).items,
});

export const approvalActions = actionByForm({
  approve: async ({ api, values: { id = '', hash = '' } }) =>
    outcomeOf(await api.call(approvalCalls.approve, { params: { id }, body: { hash } })),
  cancel: async ({ api, values: { id = '' } }) => outcomeOf(await api.call(approvalCalls.cancel, { params: { id } })),
});

/** The status words of StatusTag that have the fitting colors. */
const TONE = { open: 'pending', approved: 'completed', canceled: 'cancelled', expired: 'cancelled' } as const;

export function ApprovalList({ approvals }: { approvals: ApprovalResponse[] }) {
  const t = useTranslator();
  if (approvals.length === 0)
    return <p className="rounded-lg border border-line bg-surface p-6 text-ink-soft">{t('admin.approvals.none')}</p>;
  return (
    <ul className="grid gap-3">
      {approvals.map((approval) => (
        <li key={approval.id} className="grid gap-3 rounded-lg border border-line bg-surface p-5">
          <Approval approval={approval} />
        </li>
      ))}
    </ul>
  );
}

function Approval({ approval }: { approval: ApprovalResponse }) {
  const t = useTranslator();
  const { id, summary, hash, state, proposer, proposedAt, expiresAt, approver, decidedAt, mayApprove, problem } =
    approval;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="wrap-anywhere min-w-0 flex-1 basis-64 font-semibold">{summary}</h2>
        <StatusTag status={TONE[state]}>{t(`admin.approvals.state.${state}`)}</StatusTag>
      </div>
      <ul className="grid gap-1 text-ink-soft text-sm">
        <li>
          {t('admin.approvals.by', { name: proposer.name })} <UtcTime time={proposedAt} />
        </li>
        {state === 'open' && (
          <li>
            {t('admin.approvals.until')} <UtcTime time={expiresAt} />
          </li>
        )}
        {decidedAt && (
          <li>
            {approver ? t('admin.approvals.approvedBy', { name: approver.name }) : t('admin.approvals.canceledAt')}{' '}
            <UtcTime time={decidedAt} />
          </li>
        )}
      </ul>
      {state === 'open' && (
        <div className="flex flex-wrap gap-2">
          {mayApprove && (
            <ActionForm name="approve">
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="hash" value={hash} />
              <SubmitButton busy={t('admin.approvals.deciding')}>{t('admin.approvals.approve')}</SubmitButton>
            </ActionForm>
          )}
          <ActionForm name="cancel">
            <input type="hidden" name="id" value={id} />
            <SubmitButton kind="danger" busy={t('admin.approvals.deciding')}>
              {t('admin.approvals.cancel')}
            </SubmitButton>
          </ActionForm>
        </div>
      )}
      {problem && <p className="text-sm">{problem}</p>}
    </>
  );
}
