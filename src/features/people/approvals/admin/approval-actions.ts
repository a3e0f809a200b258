/** Loader and actions of the approvals page. */

import { actionByForm, type FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import { approvalCalls } from '../../office-calls.ts';
import type { ApprovalResponse } from '../model/approval-contract.ts';

export const loadApprovals: Load<{ approvals: ApprovalResponse[] }> = async ({ api }) => ({
  approvals: (await api.call(approvalCalls.list)).items,
});

const approve: FormAction = async ({ api, values: { id = '', hash = '' } }) => {
  const { flag, message } = await api.call(approvalCalls.approve, { params: { id }, body: { hash } });
  return { done: flag === '1', message };
};

const cancel: FormAction = async ({ api, values: { id = '' } }) => {
  const { flag, message } = await api.call(approvalCalls.cancel, { params: { id } });
  return { done: flag === '1', message };
};

export const approvalActions = actionByForm({ approve, cancel });
