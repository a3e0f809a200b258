import type { FormAction } from '#lib/pages/form-action.ts';
import { driverCalls } from '../../orders-calls.ts';

/** Handles the form of the back office that checks a license. */
export const checkLicenseAction: FormAction = async ({ api, t, values }) => {
  const { id = '', accepted = '', reason = '', born_on = '', valid_until = '', hash = '' } = values;
  const body = { accepted: accepted === 'yes', reason, born_on, valid_until, hash };
  await api.call(driverCalls.check, { params: { id }, body });
  return { done: true, message: t('drivers.checked') };
};
