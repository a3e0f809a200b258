import { z } from 'zod';
import { sessionsResponse } from '#features/people/sessions/model/session-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { USER_STATUSES } from './account.ts';
import {
  changePasswordForm,
  confirmPasswordForm,
  loginForm,
  profileForm,
  resetPasswordForm,
  signupForm,
} from './account-forms.ts';

const MAX_INPUT_LENGTH = 1_000;

const token = z.string().max(MAX_INPUT_LENGTH);

/** `code` is required if two-factor is on. A response with `fields.code` requests or rejects it. */
export const loginBody = z.intersection(z.object({ code: z.string().max(40).optional() }), loginForm);
const registerBody = signupForm;
/** Accepts any text; the response says whether it is a valid email address. */
const passwordResetBody = z.object({ email: z.string().max(MAX_INPUT_LENGTH) });
const resetPasswordBody = z.intersection(z.object({ token }), resetPasswordForm);
const tokenBody = z.object({ token });
const changePasswordBody = z.intersection(z.object({ id: idValue.optional() }), changePasswordForm);
const profileQuery = z.object({ id: idValue.optional() });
/** Accepted from administrators only: the new status and the version they edited. */
const adminFields = {
  status: z.enum(USER_STATUSES).optional(),
  version: z.coerce.number().int().positive().optional(),
};
const updateProfileBody = z.intersection(
  z.object({
    id: idValue.optional(),
    /** The current password. Required for a new email address unless the session proved it in the last 10 minutes. */
    password: z.string().max(MAX_INPUT_LENGTH).optional(),
    ...adminFields,
  }),
  profileForm,
);
/** `id`, if sent, must be the caller's, so a page left open by another user cannot act on this account. */
const confirmPasswordBody = z.intersection(z.object({ id: idValue.optional() }), confirmPasswordForm);
export const sessionParams = z.object({ id: idValue });

const text = z.string();
const time = z.string().describe('ISO 8601, UTC');

/** Result of an account call: flag 1, or flag 0 with a message and the fields at fault. */
export const outcomeResponse = z.object({
  flag: z.enum(['0', '1']),
  message: text,
  fields: z.record(text, text).optional(),
});
export type OutcomeResponse = z.output<typeof outcomeResponse>;

export const loginResponse = outcomeResponse.extend({ name: text.optional(), id: z.number().optional() });
export type LoginResponse = z.output<typeof loginResponse>;

const profileResponse = z.object({
  flag: z.literal('1'),
  id: z.number(),
  _id: text,
  name: text,
  email: text,
  /** New address that is not confirmed yet. */
  pendingEmail: text.nullable(),
  mobile: text.nullable(),
  mobileWritten: text.nullable().describe('As people write it: +254 712 345678'),
  status: z.enum(USER_STATUSES),
  createdAt: time,
  lastLogin: time.nullable(),
});
export type ProfileResponse = z.output<typeof profileResponse>;

const sessionResponse = z.object({
  flag: z.literal('1'),
  user: z.object({ id: z.number(), name: text }).nullable(),
});

/** Flag 0 if the password was wrong, otherwise the exported data with a section per feature. */
const myDataResponse = z.looseObject(outcomeResponse.partial({ message: true }).shape);

export const accountContract = {
  register: { body: registerBody, responses: { 200: loginResponse } },
  confirmEmail: { body: tokenBody, responses: { 200: outcomeResponse } },
  resendConfirmation: { responses: { 200: outcomeResponse } },
  requestPasswordReset: { body: passwordResetBody, responses: { 200: outcomeResponse } },
  checkResetLink: { body: tokenBody, responses: { 200: outcomeResponse } },
  resetPassword: { body: resetPasswordBody, responses: { 200: outcomeResponse } },
  undoEmailChange: { body: tokenBody, responses: { 200: outcomeResponse } },
  changePassword: { body: changePasswordBody, responses: { 200: outcomeResponse } },
  profile: { query: profileQuery, responses: { 200: profileResponse } },
  updateProfile: { body: updateProfileBody, responses: { 200: outcomeResponse } },
  login: { body: loginBody, responses: { 200: loginResponse } },
  logout: { responses: { 200: outcomeResponse } },
  session: { responses: { 200: sessionResponse } },
  sessions: { responses: { 200: sessionsResponse } },
  endOtherSessions: { responses: { 200: outcomeResponse } },
  endSession: { params: sessionParams, responses: { 200: outcomeResponse } },
  exportData: { body: confirmPasswordBody, responses: { 200: myDataResponse } },
  deleteAccount: { body: confirmPasswordBody, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
