import { z } from 'zod';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { operatorForm } from './operator-form.ts';

const text = z.string().describe('Empty until it is entered');
const version = z.number().int().min(0).describe('0 until the details are entered');

export const operatorResponse = z.object({
  legalName: text,
  address: text,
  registrationNumber: text,
  governingLaw: text,
  moneyHolder: text,
  contact: text,
  version,
});
export type OperatorResponse = z.output<typeof operatorResponse>;

/** `version`: the one that was edited. A newer one is refused with 409. */
export const saveOperatorBody = z.intersection(z.object({ version: z.coerce.number().int().min(0) }), operatorForm);
export type OperatorEdit = z.output<typeof saveOperatorBody>;

export const operatorContract = {
  read: { responses: { 200: operatorResponse } },
  save: { body: saveOperatorBody, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
