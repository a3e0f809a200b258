import type { AccountCookies } from '#features/sessions/server/api.ts';
import { adminOf, originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { accountCalls } from '../model/account-calls.ts';
import { accountContract } from '../model/account-contract.ts';
import { adminSessionCalls } from '../model/admin-session-calls.ts';
import { adminSessionContract } from '../model/admin-session-contract.ts';
import type { AccountDeps } from './account-deps.ts';
import { outcomeToWire, profileToWire } from './account-responses.ts';
import { changeAdminPassword, changePassword } from './change-password.ts';
import { confirmEmail, resendConfirmation } from './confirm-email.ts';
import { canEmailTo } from './mail-limits.ts';
import { getProfile, targetUserId, updateProfile } from './profile.ts';
import { register } from './register.ts';
import { mailResetLink, requestPasswordReset, resetPassword } from './reset-password.ts';

const HOUR_S = 3_600;
/** What makes us hash or mail for strangers: more than people do, less than a crowd of machines would. */
const FROM_EVERYBODY = { uses: 300, inSeconds: 60 };
const tag = 'Accounts';

type Context = { tools: AccountDeps; cookies: AccountCookies; inBackground(work: () => Promise<void>): void };

/** The calls that make an account, prove its address, and change what it says. */
export function accountEndpoints({ tools, cookies, inBackground }: Context): Endpoint[] {
  return [
    endpoint(accountCalls.register, accountContract.register, {
      summary: 'Sign up',
      tag,
      access: 'anyone',
      idempotent: true,
      limit: { uses: 30, inSeconds: HOUR_S },
      globalLimit: FROM_EVERYBODY,
      handle: async ({ body, request }) => outcomeToWire(await register(tools, body, originOf(request))),
    }),
    endpoint(accountCalls.confirmEmail, accountContract.confirmEmail, {
      summary: 'Confirm an address by the link that was mailed to it',
      tag,
      access: 'anyone',
      limit: { uses: 60, inSeconds: HOUR_S },
      handle: async ({ body, request }) => outcomeToWire(await confirmEmail(tools, body.token, originOf(request))),
    }),
    endpoint(accountCalls.resendConfirmation, accountContract.resendConfirmation, {
      summary: 'Mail the confirmation link again',
      tag,
      access: 'user',
      limit: { uses: 5, inSeconds: HOUR_S },
      handle: async ({ caller }) => outcomeToWire(await resendConfirmation(tools, userOf(caller).id)),
    }),
    endpoint(accountCalls.requestPasswordReset, accountContract.requestPasswordReset, {
      summary: 'Ask for a link to set a new password',
      tag,
      access: 'anyone',
      limit: { uses: 20, inSeconds: HOUR_S },
      globalLimit: FROM_EVERYBODY,
      handle: async ({ body, request }) => {
        const outcome = requestPasswordReset(body.email);
        const wanted = outcome.done && (await canEmailTo(tools.pool, 'reset', body.email));
        if (wanted) inBackground(() => mailResetLink(tools, body.email, originOf(request)));
        return outcomeToWire(outcome);
      },
    }),
    endpoint(accountCalls.resetPassword, accountContract.resetPassword, {
      summary: 'Set a new password by the mailed link',
      tag,
      access: 'anyone',
      limit: { uses: 30, inSeconds: HOUR_S },
      handle: async ({ body, request, reply }) => {
        const { device, ...outcome } = await resetPassword(tools, body, originOf(request));
        if (device) cookies.device.write(reply, device);
        return outcomeToWire(outcome);
      },
    }),
    endpoint(accountCalls.changePassword, accountContract.changePassword, {
      summary: 'Change the own password; all other sessions end',
      tag,
      access: 'user',
      handle: async ({ body, caller, request, reply }) => {
        targetUserId({ ...caller, admin: null }, body.id);
        const { session, device, ...outcome } = await changePassword(tools, userOf(caller), body, originOf(request));
        if (session) cookies.user.write(reply, session);
        if (device) cookies.device.write(reply, device);
        return outcomeToWire(outcome);
      },
    }),
    endpoint(adminSessionCalls.changePassword, adminSessionContract.changePassword, {
      summary: 'Change the own password of the back office; all other sessions end',
      tag: 'Back office',
      access: 'admin',
      handle: async ({ body, caller, request, reply }) => {
        const answer = await changeAdminPassword(tools, adminOf(caller), body, originOf(request));
        const { session, device, ...outcome } = answer;
        if (session) cookies.admin.write(reply, session);
        if (device) cookies.device.write(reply, device);
        return outcomeToWire(outcome);
      },
    }),
    endpoint(accountCalls.profile, accountContract.profile, {
      summary: 'Who a user is: oneself, or for administrators anyone',
      tag,
      access: 'user-or-admin',
      handle: async ({ query, caller }) => profileToWire(await getProfile(tools, caller, query.id)),
    }),
    endpoint(accountCalls.updateProfile, accountContract.updateProfile, {
      summary: 'Change name, address or mobile number',
      tag,
      access: 'user-or-admin',
      limit: { uses: 30, inSeconds: HOUR_S },
      handle: async ({ body, caller, request }) =>
        outcomeToWire(await updateProfile(tools, caller, body, originOf(request))),
    }),
  ];
}
