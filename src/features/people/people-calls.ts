import { callsOf } from '#lib/api-client/api-call.ts';
import type { accountContract } from './accounts/model/account-contract.ts';
import type { apiKeyContract } from './api-keys/model/api-key-contract.ts';
import type { adminSecondFactorContract, secondFactorContract } from './login/model/second-factor-contract.ts';

export const accountCalls = callsOf<typeof accountContract>({
  register: 'POST /api/register',
  confirmEmail: 'POST /api/confirm-email',
  resendConfirmation: 'POST /api/resend-confirmation',
  requestPasswordReset: 'POST /api/password-reset',
  checkResetLink: 'POST /api/reset-password/check',
  resetPassword: 'POST /api/reset-password',
  undoEmailChange: 'POST /api/undo-email-change',
  changePassword: 'POST /api/change-password',
  profile: 'GET /api/get-profile',
  updateProfile: 'POST /api/update-profile',
  login: 'POST /api/login',
  logout: 'POST /api/logout',
  session: 'GET /api/session',
  sessions: 'GET /api/sessions',
  endOtherSessions: 'DELETE /api/sessions',
  endSession: 'DELETE /api/sessions/:id',
  exportData: 'POST /api/my-data',
  deleteAccount: 'POST /api/delete-account',
});

export const secondFactorCalls = callsOf<typeof secondFactorContract>({
  secondFactor: 'GET /api/second-factor',
  beginSecondFactor: 'POST /api/second-factor/begin',
  confirmSecondFactor: 'POST /api/second-factor/confirm',
  disableSecondFactor: 'POST /api/second-factor/disable',
  renewRecoveryCodes: 'POST /api/second-factor/recovery-codes',
});

export const adminSecondFactorCalls = callsOf<typeof adminSecondFactorContract>({
  secondFactor: 'GET /api/admin/second-factor',
  beginSecondFactor: 'POST /api/admin/second-factor/begin',
  confirmSecondFactor: 'POST /api/admin/second-factor/confirm',
  disableSecondFactor: 'POST /api/admin/second-factor/disable',
  renewRecoveryCodes: 'POST /api/admin/second-factor/recovery-codes',
});

export const apiKeyCalls = callsOf<typeof apiKeyContract>({
  list: 'GET /api/my-api-keys',
  make: 'POST /api/my-api-keys',
  revoke: 'DELETE /api/my-api-keys/:id',
});

/** Describes all calls. */
export const API_DOCS = '/api/docs';
