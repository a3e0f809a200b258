import { z } from 'zod';
import { orderParams } from '#features/orders/orders/model/order-contract.ts';
import { actAnswer } from '#features/payments/order-acts/model/order-acts-contract.ts';
import { TRANSACTION_ID } from '#features/payments/payments/model/payment.ts';
import { paymentResponse } from '#features/payments/payments/model/payment-contract.ts';
import { formData } from '#features/payments/payments/model/payment-form.ts';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { CARD_HOLD_STATES } from './card-hold.ts';

const cents = z.int().describe('Cents of US dollars');

const cardHoldResponse = z.object({
  may: actAnswer
    .nullable()
    .describe('Whether the renter can have the deposit held on a card now; null if the provider holds none'),
  ask_cents: cents.describe('What would be held'),
  hold: z
    .object({
      payment_id: z.int(),
      state: z.enum(CARD_HOLD_STATES),
      held_cents: cents.describe('What was reserved'),
      taken_cents: cents.describe('What was taken of it for charges'),
      card_last4: z.string().nullable(),
      ends_at: z.string().describe('Until when it is held; ISO 8601, UTC'),
    })
    .nullable()
    .describe('The hold that reserves money, otherwise the newest one of the order'),
  settle: actAnswer.describe('Whether staff can release the hold or take a part of it now'),
  capture_cents: cents.describe('What staff can take of it: what is open of charges'),
  capture_alone_cents: cents
    .nullable()
    .describe('What the caller may take without a second person; null for the renter'),
});
export type CardHoldResponse = z.output<typeof cardHoldResponse>;

const holdCardBody = z.object({
  payment_method: z.literal('credit_card'),
  formData,
  transaction_id: z.string().regex(TRANSACTION_ID, 'must be TR and digits'),
  amount_cents: z.int().min(1).describe('What the renter saw. The call is refused if the deposit is another amount'),
});
export type HoldCardBody = z.output<typeof holdCardBody>;

const payment = idValue.describe('The hold that was shown. The call is refused if another one has replaced it');

export const cardHoldContract = {
  show: { params: orderParams, responses: { 200: cardHoldResponse } },
  hold: { params: orderParams, body: holdCardBody, responses: { 200: paymentResponse, 202: paymentResponse } },
  release: { params: orderParams, body: z.object({ payment }), responses: { 200: outcomeResponse } },
  capture: {
    params: orderParams,
    body: z.object({
      payment,
      amount_cents: z.int().min(1).describe('What was shown. The call is refused if the charges are another amount'),
    }),
    responses: { 200: outcomeResponse },
  },
} satisfies Record<string, CallContract>;
