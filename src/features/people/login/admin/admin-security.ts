/** Loader and actions of the page for an administrator's own login. */

import { adminSessionCalls } from '#features/people/office-calls.ts';
import type { SessionsResponse } from '#features/people/sessions/model/session-contract.ts';
import { actionByForm, type FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import { adminLoginCalls } from '../../office-calls.ts';
import { adminSecondFactorCalls } from '../../people-calls.ts';
import { outcomeOf, secondFactorActions } from '../client/second-factor-actions.ts';
import type { SecondFactorResponse } from '../model/second-factor-contract.ts';

type LoginData = {
  factor: SecondFactorResponse;
  email: string;
  needsSecondFactor: boolean;
  sessions: SessionsResponse['sessions'];
};

export const loadAdminSecurity: Load<LoginData> = async ({ api }) => {
  const [factor, { admin }, { sessions }] = await Promise.all([
    api.call(adminSecondFactorCalls.secondFactor),
    api.call(adminSessionCalls.session),
    api.call(adminLoginCalls.sessions),
  ]);
  return { factor, email: admin?.email ?? '', needsSecondFactor: admin?.needsSecondFactor ?? false, sessions };
};

const changePassword: FormAction = async ({ api, values: { opass = '', npass = '', cpass = '' } }) =>
  outcomeOf(await api.call(adminSessionCalls.changePassword, { body: { opass, npass, cpass } }));

export const adminSecurityActions = actionByForm({
  ...secondFactorActions(adminSecondFactorCalls),
  password: changePassword,
  session: async ({ api, values: { session = '' } }) =>
    outcomeOf(await api.call(adminLoginCalls.endSession, { params: { id: session } })),
  others: async ({ api }) => outcomeOf(await api.call(adminLoginCalls.endOtherSessions)),
});
