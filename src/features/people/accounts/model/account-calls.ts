import { callsOf } from '#lib/api-client/api-call.ts';
import type { accountContract } from './account-contract.ts';

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
