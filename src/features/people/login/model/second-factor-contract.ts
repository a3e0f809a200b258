import { z } from 'zod';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';

const MAX_PASSWORD_INPUT = 1_000;
const text = z.string();

/** Code of an authenticator app, or a recovery code with or without dashes. */
const code = z.string().max(40);

/**
 * The current password. A user may omit it within 10 minutes of the last proof. Otherwise flag 0 with `fields.password`
 * requests or rejects it.
 */
const password = z.string().max(MAX_PASSWORD_INPUT).optional();

const secondFactorResponse = z.object({ flag: z.literal('1'), on: z.boolean(), recoveryCodesLeft: z.number() });
export type SecondFactorResponse = z.output<typeof secondFactorResponse>;

/**
 * A secret for the authenticator app, as text and as an otpauth:// URI. It expires after 15 minutes unless confirmed;
 * another call replaces it. Flag 0 without fields if two-factor is already on.
 */
const beginSecondFactorBody = z.object({ password });
const beginSecondFactorResponse = outcomeResponse.extend({ secret: text.optional(), uri: text.optional() });

/** Flag 0 with `fields.code` if the code is wrong. */
const codeBody = z.object({ code });
/** Accepts a recovery code. */
const passwordAndCodeBody = z.object({ password, code });
/** Eight recovery codes, which cannot be read again. */
const recoveryCodesResponse = outcomeResponse.extend({ recoveryCodes: z.array(text).optional() });

export const secondFactorContract = {
  secondFactor: { responses: { 200: secondFactorResponse } },
  beginSecondFactor: { body: beginSecondFactorBody, responses: { 200: beginSecondFactorResponse } },
  confirmSecondFactor: { body: codeBody, responses: { 200: recoveryCodesResponse } },
  disableSecondFactor: { body: passwordAndCodeBody, responses: { 200: outcomeResponse } },
  renewRecoveryCodes: { body: passwordAndCodeBody, responses: { 200: recoveryCodesResponse } },
} satisfies Record<string, CallContract>;

/** The calls of administrators, at other paths. */
export const adminSecondFactorContract = secondFactorContract;
