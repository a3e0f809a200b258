/** Loader and action of the operator page. */

import type { FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import { operatorCalls } from '../../office-calls.ts';
import { rememberOperator } from '../client/use-operator.ts';
import type { OperatorResponse } from '../model/operator-contract.ts';

export const loadOperator: Load<{ operator: OperatorResponse }> = async ({ api }) => ({
  operator: await api.call(operatorCalls.read),
});

export const saveOperator: FormAction = async ({ api, values }) => {
  const { version = '', legalName = '', address = '', registrationNumber = '' } = values;
  const { governingLaw = '', moneyHolder = '', contact = '' } = values;
  const details = { legalName, address, registrationNumber, governingLaw, moneyHolder, contact };
  const { flag, message, fields } = await api.call(operatorCalls.save, { body: { version, ...details } });
  if (flag === '1' && typeof document !== 'undefined') rememberOperator(details);
  return { done: flag === '1', message, ...(fields && { fields }) };
};
