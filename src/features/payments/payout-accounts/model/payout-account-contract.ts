import { z } from 'zod';
import * as mini from 'zod/mini';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { payeeForm, payoutAccountForm } from './payout-account-form.ts';

const payoutAccount = z.object({
  holder: z.string(),
  bank: z.string(),
  account_end: z.string().describe('The last 4 characters'),
  effective_at: z.string().describe('ISO 8601, UTC'),
});

export const payoutAccounts = z.object({
  account: payoutAccount.nullable().describe('Where we send money to the user'),
  pending: payoutAccount.nullable().describe('An account that was entered and does not count yet'),
});
export type PayoutAccountsResponse = z.output<typeof payoutAccounts>;

const code = mini.optional(mini.string().check(mini.trim(), mini.maxLength(20)));

export const payoutAccountContract = {
  show: { responses: { 200: payoutAccounts } },
  sendCode: { body: payeeForm, responses: { 200: outcomeResponse } },
  enter: { body: mini.extend(payoutAccountForm, { code }), responses: { 200: outcomeResponse } },
  cancel: { responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
