import { z } from 'zod';
import { REFUND_STEPS } from './refund-step.ts';

const time = z.string().describe('ISO 8601, UTC');

/** A refund as its buyer sees it. */
export const orderRefund = z.object({
  id: z.int(),
  amount_cents: z.int().describe('Cents of US dollars'),
  by_transfer: z.boolean().describe('Whether finance sends it to a bank account; otherwise the payment provider does'),
  step: z
    .enum(REFUND_STEPS)
    .describe(
      'car: a car has to come back first · check: held by a claim or a check · account: needs a bank account of the buyer · account_waits: the account is not in force yet · ready: to be sent · sending: by the provider · sent · failed: came back',
    ),
  asked_at: time,
  ready_at: time.nullable().describe('Since when a transfer can be sent'),
  account_at: time.nullable().describe('When the account that waits takes effect'),
  account_end: z.string().nullable().describe('The last 4 characters of the account that it goes or went to'),
  sent_at: time.nullable(),
  reference: z.string().nullable().describe('The bank’s id of the transfer'),
  is_repeated: z.boolean().describe('Whether it failed and all of it was asked for again'),
});
export type OrderRefund = z.output<typeof orderRefund>;
