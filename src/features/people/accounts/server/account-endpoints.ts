import type { AccountCookies } from '#features/people/sessions/server/session-guard.ts';
import { adminOf, originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import type { InBackground } from '#lib/server/jobs/background.ts';
import { adminSessionCalls } from '../../office-calls.ts';
import { accountCalls } from '../../people-calls.ts';
import { accountContract } from '../model/account-contract.ts';
import { adminSessionContract } from '../model/admin-account-contract.ts';
import type { AccountDeps } from './account-deps.ts';
import { toOutcomeResponse, toProfileResponse } from './account-responses.ts';
import { canEmailTo } from './email/account-mails.ts';
import { confirmEmail, resendConfirmation, undoEmailChange } from './email/change-email.ts';
import { changePassword, checkResetLink, mailResetLink, requestPasswordReset, resetPassword } from './passwords.ts';
import { getProfile, targetUserId, updateProfile } from './profile.ts';
import { register } from './register.ts';

const HOUR_S = 3_600;
/** Rate of unauthenticated password hashing and email above which these calls wait. */
const ALL_CLIENTS = { uses: 300, inSeconds: 60 };

type Context = { deps: AccountDeps; cookies: AccountCookies; inBackground: InBackground };

export function accountEndpoints({ deps, cookies, inBackground }: Context): Endpoint[] {
  return [
    endpoint(accountCalls.register, accountContract.register, {
      summary: 'Sign up; also logs the new user in',
      access: 'anyone',
      limit: { uses: 30, inSeconds: HOUR_S },
      slowAbove: ALL_CLIENTS,
      handle: async ({ body, request, reply, t }) => {
        const { opened, ...outcome } = await register(deps, body, cookies.user.read(request), originOf(request));
        if (!opened) return toOutcomeResponse(outcome, t);
        cookies.user.write(reply, opened.session);
        cookies.device.write(reply, opened.device);
        return { ...toOutcomeResponse(outcome, t), name: opened.name, id: opened.id };
      },
    }),
    endpoint(accountCalls.confirmEmail, accountContract.confirmEmail, {
      summary: 'Confirm an email address with the token from the emailed link',
      access: 'anyone',
      limit: { uses: 60, inSeconds: HOUR_S },
      handle: async ({ body, request, t }) =>
        toOutcomeResponse(await confirmEmail(deps, body.token, originOf(request)), t),
    }),
    endpoint(accountCalls.resendConfirmation, accountContract.resendConfirmation, {
      summary: 'Send the confirmation email again',
      access: 'user',
      limit: { uses: 5, inSeconds: HOUR_S },
      handle: async ({ caller, t }) => toOutcomeResponse(await resendConfirmation(deps, userOf(caller).id), t),
    }),
    endpoint(accountCalls.requestPasswordReset, accountContract.requestPasswordReset, {
      summary: 'Request a password reset link by email',
      access: 'anyone',
      limit: { uses: 20, inSeconds: HOUR_S },
      slowAbove: ALL_CLIENTS,
      handle: async ({ body, request, t }) => {
        const outcome = requestPasswordReset(body.email);
        const shouldSend = outcome.done && (await canEmailTo(deps.pool, 'reset', body.email));
        if (shouldSend) inBackground(() => mailResetLink(deps, body.email, originOf(request)), 'needed');
        return toOutcomeResponse(outcome, t);
      },
    }),
    endpoint(accountCalls.checkResetLink, accountContract.checkResetLink, {
      summary: 'Tell whether the token from an emailed link can still set a new password',
      access: 'anyone',
      limit: { uses: 60, inSeconds: HOUR_S },
      handle: async ({ body, t }) => toOutcomeResponse(await checkResetLink(deps, body.token), t),
    }),
    endpoint(accountCalls.resetPassword, accountContract.resetPassword, {
      summary: 'Set a new password with the token from the emailed link',
      access: 'anyone',
      limit: { uses: 30, inSeconds: HOUR_S },
      handle: async ({ body, request, reply, t }) => {
        const { device, ...outcome } = await resetPassword(deps, body, originOf(request));
        if (device) cookies.device.write(reply, device);
        return toOutcomeResponse(outcome, t);
      },
    }),
    endpoint(accountCalls.undoEmailChange, accountContract.undoEmailChange, {
      summary: 'Restore the previous email address with the token from the link sent to it; ends all sessions',
      access: 'anyone',
      limit: { uses: 30, inSeconds: HOUR_S },
      handle: async ({ body, request, t }) =>
        toOutcomeResponse(await undoEmailChange(deps, body.token, originOf(request)), t),
    }),
    endpoint(accountCalls.changePassword, accountContract.changePassword, {
      summary: 'Change your password; ends all other sessions',
      access: 'user',
      refusesWithFlag: true,
      handle: async ({ body, caller, request, reply, t }) => {
        targetUserId({ ...caller, admin: null }, body.id);
        const { session, device, ...outcome } = await changePassword(
          deps,
          'user',
          userOf(caller),
          body,
          originOf(request),
        );
        if (session) cookies.user.write(reply, session);
        if (device) cookies.device.write(reply, device);
        return toOutcomeResponse(outcome, t);
      },
    }),
    endpoint(adminSessionCalls.changePassword, adminSessionContract.changePassword, {
      summary: 'Change your administrator password; ends all other sessions',
      access: 'admin',
      refusesWithFlag: true,
      handle: async ({ body, caller, request, reply, t }) => {
        const changed = await changePassword(deps, 'admin', adminOf(caller), body, originOf(request));
        const { session, device, ...outcome } = changed;
        if (session) cookies.admin.write(reply, session);
        if (device) cookies.device.write(reply, device);
        return toOutcomeResponse(outcome, t);
      },
    }),
    endpoint(accountCalls.profile, accountContract.profile, {
      summary: 'Get a profile: your own, or any as an administrator',
      access: 'user-or-admin',
      permission: 'users:read',
      handle: async ({ query, caller }) => toProfileResponse(await getProfile(deps, caller, query.id)),
    }),
    endpoint(accountCalls.updateProfile, accountContract.updateProfile, {
      summary: 'Change name, email address or mobile number',
      access: 'user-or-admin',
      permission: 'users:write',
      limit: { uses: 30, inSeconds: HOUR_S },
      refusesWithFlag: true,
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await updateProfile(deps, caller, body, originOf(request)), t),
    }),
  ];
}
