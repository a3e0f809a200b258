import { z } from 'zod';
import * as mini from 'zod/mini';
import { consigneeForm } from '#features/orders/orders/model/consignee.ts';
import { payBody } from '#features/payments/payments/model/payment-contract.ts';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';

const text = z.string();
const time = z.string().describe('ISO 8601, UTC');

const consignee = z.object({
  name: text,
  address: text,
  id_number: text.describe('Masked except for the last three characters'),
  country: text,
  phone: text,
  phone_written: text.describe('As people write it: +254 712 345678'),
  notify_party: text,
  made_at: time,
  effective_at: time,
});
export type ConsigneeResponse = z.output<typeof consignee>;

const orderConsignee = z.object({
  current: consignee.nullable().describe('Null: the buyer receives the cars'),
  pending: consignee.nullable().describe('Takes effect at `effective_at` unless it is canceled'),
  is_locked: z.boolean().describe('Whether a change needs the password and an emailed code, and waits 24 hours'),
  blocked_until: time.nullable().describe('No change before, because the login was changed'),
  closed: text.nullable().describe('Why the consignee can no longer be changed'),
});
export type OrderConsigneeResponse = z.output<typeof orderConsignee>;

const version = consignee.extend({
  state: z.enum(['in_effect', 'replaced', 'waiting', 'canceled']),
  ended_at: time.nullable().describe('When it was canceled'),
  canceled_by: text.nullable().describe('buyer, seller, admin or system'),
});
export type ConsigneeVersionResponse = z.output<typeof version>;

const officeConsignee = z.object({
  items: z
    .array(version)
    .describe('Every consignee that was named, the newest first. Without one in effect the buyer receives the cars'),
});
export type OfficeConsigneeResponse = z.output<typeof officeConsignee>;

/** With what the buyer saw and declares about the import into the country of the consignee, as in the checkout. */
const codeBody = mini.extend(consigneeForm, {
  shown_light: payBody.shape.shown_light,
  buying_for: payBody.shape.buying_for,
});
const changeBody = mini.extend(codeBody, {
  password: mini.optional(mini.string().check(mini.maxLength(200))),
  code: mini.optional(mini.string().check(mini.trim(), mini.maxLength(20))),
});
export type ConsigneeBody = z.output<typeof changeBody>;

const params = z.object({ id: idValue });
const message = z.object({ message: text });
const consigneeAnswer = { responses: { 200: orderConsignee } };

export const consigneeContract = {
  show: { params, ...consigneeAnswer },
  sendCode: { params, body: codeBody, responses: { 200: message } },
  change: { params, body: changeBody, ...consigneeAnswer },
  cancel: { params, responses: { 200: message } },
  cancelByLink: { body: z.object({ token: z.string().max(100) }), responses: { 200: outcomeResponse } },
  ofOffice: { params, responses: { 200: officeConsignee } },
  cancelByOffice: { params, responses: { 200: message } },
} satisfies Record<string, CallContract>;
