import { z } from 'zod';
import { confirmPasswordBody, loginResponse, outcomeResponse } from '#features/accounts/model/account-contract.ts';
import { confirmPasswordForm, loginForm } from '#features/accounts/model/account-forms.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';

const text = z.string();

/** What an authenticator app shows, or a recovery code, with or without its dashes. */
const code = z.string().max(40);

/** The code, where the administrator's login takes one: an answer with `fields.code` asks for it, or says that it is wrong. */
export const adminLoginBody = z.intersection(z.object({ code: code.optional() }), loginForm);

/** GET /api/admin/second-factor: whether the login of who asks takes a code, and how many recovery codes are left. */
export const secondFactorResponse = z.object({ flag: z.literal('1'), on: z.boolean(), recoveryCodesLeft: z.number() });
export type SecondFactorResponse = z.output<typeof secondFactorResponse>;

/**
 * POST /api/admin/second-factor/begin with `{password}`: a secret for the authenticator app, as text to type and as an otpauth://
 * address to open or to show as a picture. It waits 15 minutes for its first code; asking again makes another one. Flag 0 with
 * `fields.password` when the password is wrong, without fields when codes are asked for already.
 */
export const beginSecondFactorResponse = outcomeResponse.extend({ secret: text.optional(), uri: text.optional() });
export type BeginSecondFactorResponse = z.output<typeof beginSecondFactorResponse>;

/**
 * POST /api/admin/second-factor/confirm with `{code}`: turns it on and gives eight recovery codes, which are told only this once.
 * Other sessions of the administrator end. Flag 0 with `fields.code` when the code is wrong.
 */
export const codeBody = z.object({ code });
export const confirmSecondFactorResponse = outcomeResponse.extend({ recoveryCodes: z.array(text).optional() });
export type ConfirmSecondFactorResponse = z.output<typeof confirmSecondFactorResponse>;

/** POST /api/admin/second-factor/disable with `{password, code}`; a recovery code will do. Flag 0 names the wrong one in `fields`. */
export const disableSecondFactorBody = z.intersection(codeBody, confirmPasswordForm);

export const adminLoginContract = {
  login: { body: adminLoginBody, responses: { 200: loginResponse } },
  logout: { responses: { 200: outcomeResponse } },
  secondFactor: { responses: { 200: secondFactorResponse } },
  beginSecondFactor: { body: confirmPasswordBody, responses: { 200: beginSecondFactorResponse } },
  confirmSecondFactor: { body: codeBody, responses: { 200: confirmSecondFactorResponse } },
  disableSecondFactor: { body: disableSecondFactorBody, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
