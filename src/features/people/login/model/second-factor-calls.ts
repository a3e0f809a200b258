import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminSecondFactorContract, secondFactorContract } from './second-factor-contract.ts';

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
