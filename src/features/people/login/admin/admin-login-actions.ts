/** Loader and actions of the back-office login. */

import { redirect } from 'react-router';
import { adminSessionCalls } from '#features/people/office-calls.ts';
import { isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { actionByForm, type FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import { adminReturnPath, paths } from '#paths.ts';
import { adminLoginCalls } from '../../office-calls.ts';

/** Redirects a logged-in administrator to the `next` page. */
export const loadAdminLogin: Load<null> = async ({ api, url }) => {
  const { admin } = await api.call(adminSessionCalls.session);
  if (admin) throw redirect(adminReturnPath(url.searchParams.get('next')));
  return null;
};

const logIn: FormAction = async ({ api, t, url, values: { email = '', password = '', code = '' } }) => {
  try {
    const body = { email, password, ...(code !== '' && { code }) };
    const response = await api.call(adminLoginCalls.login, { body });
    const { flag, message, fields, id = 0, name = '' } = response;
    if (flag !== '1') return { done: false, message, ...(fields && { fields }) };
    const to = adminReturnPath(url.searchParams.get('next'));
    return { done: true, message: t('admin.login.done'), to, admin: { id, name } };
  } catch (error) {
    if (isApiFailure(error) && error.status < 500) throw error;
    if (!isApiFailure(error) && !isNetworkError(error)) throw error;
    return { done: false, message: t('admin.login.failed') };
  }
};

/** Succeeds if the session has already ended. */
const logOut: FormAction = async ({ api }) => {
  try {
    const { message } = await api.call(adminLoginCalls.logout);
    return { done: true, message, to: paths.adminLogin, admin: null };
  } catch (error) {
    if (!isApiFailure(error) || (error.status !== 401 && error.status !== 403)) throw error;
    return { done: true, to: paths.adminLogin, admin: null };
  }
};

export const adminLoginActions = actionByForm({ login: logIn, logout: logOut });
