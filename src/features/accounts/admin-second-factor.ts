/** What the screen of an administrator's own login reads and does. */
import { type Act, byForm } from '#platform/pages/act.ts';
import type { Load } from '#platform/pages/load.ts';
import type { OutcomeAnswer } from './account-contract.ts';
import type {
  BeginSecondFactorAnswer,
  ConfirmSecondFactorAnswer,
  SecondFactorAnswer,
} from './second-factor-contract.ts';

export const loadSecondFactor: Load<SecondFactorAnswer> = ({ api }) => api.get('/api/admin/second-factor');

const outcomeOf = ({ flag, message, fields }: OutcomeAnswer) => ({
  done: flag === '1',
  say: message,
  ...(fields && { fields }),
});

const begin: Act = async ({ api, values: { password = '' } }) => {
  const answer = await api.post<BeginSecondFactorAnswer>('/api/admin/second-factor/begin', { password });
  const { secret, uri } = answer;
  return { ...outcomeOf(answer), ...(secret && uri && { told: [secret, uri] }) };
};

const confirm: Act = async ({ api, values: { code = '' } }) => {
  const answer = await api.post<ConfirmSecondFactorAnswer>('/api/admin/second-factor/confirm', { code });
  return { ...outcomeOf(answer), ...(answer.recoveryCodes && { told: answer.recoveryCodes }) };
};

const disable: Act = async ({ api, values: { password = '', code = '' } }) =>
  outcomeOf(await api.post<OutcomeAnswer>('/api/admin/second-factor/disable', { password, code }));

export const secondFactorActs = byForm({ begin, confirm, disable });
