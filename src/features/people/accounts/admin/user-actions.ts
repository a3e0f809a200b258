/** Loader and actions of the user list page. */

import type { CallInput } from '#lib/api-client/api-call.ts';
import { type ApiClient, asPage, isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import type { Paged } from '#lib/contract-parts.ts';
import { emailKey } from '#lib/email-address.ts';
import { type ActionOutcome, type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { queryFrom } from '#ui/admin/list-page.tsx';
import { adminAccountCalls } from '../../office-calls.ts';
import { accountCalls } from '../../people-calls.ts';
import { USER_QUERY, type UserStatus } from '../model/account.ts';
import type { AdminUser, adminAccountContract, UserDetailResponse } from '../model/admin-account-contract.ts';

type UsersData = {
  /** Null if the request failed; `failed` has the message. */
  users: Paged<AdminUser> | null;
  failed: string | null;
  /** Details of the open user; null if none is open or the user does not exist. */
  detail: UserDetailResponse | null;
};

export const loadUsers: Load<UsersData> = async ({ api, url: { searchParams } }) => {
  const open = searchParams.get('view') ?? searchParams.get('edit');
  const [list, detail] = await Promise.all([
    readUsers(api, { page: '1', ...queryFrom(searchParams, USER_QUERY) }),
    open === null ? null : api.call(adminAccountCalls.one, { params: { id: open } }).catch(nullIfNotFound),
  ]);
  return { ...list, detail };
};

async function readUsers(api: ApiClient, query: CallInput<(typeof adminAccountContract)['list']>['query']) {
  try {
    const users = await api.call(adminAccountCalls.list, { query });
    return { users: asPage(users), failed: null };
  } catch (error) {
    if (!isApiFailure(error) || isSignedOut(error.status)) throw error;
    return { users: null, failed: error.message };
  }
}

/** Turns errors about a missing user or an invalid id into null. */
function nullIfNotFound(error: unknown): null {
  if (isApiFailure(error) && !isSignedOut(error.status)) return null;
  throw error;
}

const isSignedOut = (status: number) => status === 401 || status === 403;

/** Returns `failure` as the message if the server cannot be reached or answers 5xx. */
async function withFailureMessage(failure: string, work: () => Promise<ActionOutcome>): Promise<ActionOutcome> {
  try {
    return await work();
  } catch (error) {
    const expected = isApiFailure(error) && error.status < 500;
    if (expected || !(isApiFailure(error) || isNetworkError(error))) throw error;
    return { done: false, message: failure };
  }
}

const editUser: FormAction = ({ api, t, values }) =>
  withFailureMessage(t('admin.users.updateBroke'), async () => {
    const { id = '', name = '', email = '', mobile = '', status = '', version = '', savedEmail = email } = values;
    if ([id, name, email, mobile].some((value) => value.trim() === ''))
      return { done: false, message: t('admin.users.required') };
    const body = { id, name, email, mobile, status: status as UserStatus, version: Number(version) };
    const { flag, message, fields } = await api.call(accountCalls.updateProfile, { body });
    const isNewAddress = emailKey(email) !== emailKey(savedEmail);
    if (flag === '1')
      return { done: true, message: t(isNewAddress ? 'admin.users.updatedAddress' : 'admin.users.updated') };
    return { done: false, message: message || t('admin.users.updateFailed'), ...(fields && { fields }) };
  });

const deleteUser: FormAction = ({ api, t, values: { id = '' } }) =>
  withFailureMessage(t('admin.users.deleteBroke'), async () => {
    const { flag, message } = await api.call(adminAccountCalls.remove, { params: { id } });
    return { done: flag === '1', message: message || t('admin.users.deleteFailed') };
  });

const resetSecondFactor: FormAction = ({ api, t, values: { id = '' } }) =>
  withFailureMessage(t('admin.users.updateBroke'), async () => {
    return outcomeOf(await api.call(adminAccountCalls.resetSecondFactor, { params: { id } }));
  });

/** `users` is a comma-separated list of `id:version:previous status`. */
const setStatus: FormAction = async ({ api, t, values: { users = '', status = '' } }) => {
  const selected = users.split(',').map((user) => {
    const [id = '', version = '', before = ''] = user.split(':');
    return { id, version: Number(version), before };
  });
  const changed: typeof selected = [];
  for (const user of selected.filter(({ before }) => before !== status)) {
    if (await trySetStatus(api, user.id, user.version, status as UserStatus)) changed.push(user);
  }
  const count = selected.filter(({ before }) => before !== status).length;
  if (changed.length < count) return { done: false, message: t('admin.users.partly', { done: changed.length, count }) };
  const undo = async (): Promise<ActionOutcome> => {
    for (const { id, version, before } of changed) await trySetStatus(api, id, version + 1, before as UserStatus);
    return { done: true, message: t('admin.users.undone') };
  };
  const statusName = t(`admin.users.status.${status as UserStatus}`);
  return { done: true, message: t('admin.users.changed', { count, status: statusName }), undo };
};

/** Returns false if the user was changed or deleted in the meantime (409 or 404). */
async function trySetStatus(api: ApiClient, id: string, version: number, status: UserStatus): Promise<boolean> {
  try {
    await api.call(adminAccountCalls.setStatus, { params: { id }, body: { status, version } });
    return true;
  } catch (error) {
    if (!isApiFailure(error) || (error.status !== 409 && error.status !== 404)) throw error;
    return false;
  }
}

export const userActions: Record<string, FormAction> = {
  edit: editUser,
  delete: deleteUser,
  status: setStatus,
  factor: resetSecondFactor,
};
