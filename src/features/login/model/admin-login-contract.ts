import { z } from 'zod';
import { confirmPasswordBody, loginResponse, outcomeResponse } from '#features/accounts/model/account-contract.ts';
import { confirmPasswordForm, loginForm } from '#features/accounts/model/account-forms.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';

const text = z.string();

/** Code of an authenticator app, or a recovery code with or without dashes. */
const code = z.string().max(40);

/** `code` is required if two-factor is on: a response with `fields.code` asks for it or rejects it. */
export const adminLoginBody = z.intersection(z.object({ code: code.optional() }), loginForm);

/** GET /api/admin/second-factor: whether two-factor is on for the caller, and how many recovery codes are left. */
export const secondFactorResponse = z.object({ flag: z.literal('1'), on: z.boolean(), recoveryCodesLeft: z.number() });
export type SecondFactorResponse = z.output<typeof secondFactorResponse>;

/**
 * POST /api/admin/second-factor/begin with `{password}`: returns a secret for the authenticator app, as text and as an
 * otpauth:// URI. It expires after 15 minutes unless confirmed; another call replaces it. Flag 0 with `fields.password`
 * if the password is wrong, without fields if two-factor is already on.
 */
export const beginSecondFactorResponse = outcomeResponse.extend({ secret: text.optional(), uri: text.optional() });
export type BeginSecondFactorResponse = z.output<typeof beginSecondFactorResponse>;

/**
 * POST /api/admin/second-factor/confirm with `{code}`: turns two-factor on and returns eight recovery codes, which
 * cannot be read again. Ends the administrator's other sessions. Flag 0 with `fields.code` if the code is wrong.
 */
export const codeBody = z.object({ code });
export const confirmSecondFactorResponse = outcomeResponse.extend({ recoveryCodes: z.array(text).optional() });
export type ConfirmSecondFactorResponse = z.output<typeof confirmSecondFactorResponse>;

/**
 * POST /api/admin/second-factor/disable with `{password, code}`; accepts a recovery code. Flag 0 names the wrong value
 * in `fields`.
 */
export const disableSecondFactorBody = z.intersection(codeBody, confirmPasswordForm);

export const adminLoginContract = {
  login: { body: adminLoginBody, responses: { 200: loginResponse } },
  logout: { responses: { 200: outcomeResponse } },
  secondFactor: { responses: { 200: secondFactorResponse } },
  beginSecondFactor: { body: confirmPasswordBody, responses: { 200: beginSecondFactorResponse } },
  confirmSecondFactor: { body: codeBody, responses: { 200: confirmSecondFactorResponse } },
  disableSecondFactor: { body: disableSecondFactorBody, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
