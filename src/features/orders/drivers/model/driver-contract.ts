import { z } from 'zod';
import { orderParams } from '#features/orders/orders/model/order-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse } from '#lib/contract-parts.ts';

const day = z.iso.date();

const driverResponse = z.object({
  min_age: z.int().describe('The age that the renter must have at the pick-up'),
  state: z
    .enum(['missing', 'waits', 'accepted', 'refused', 'outdated'])
    .describe('outdated: accepted, but not for the days of the rental now'),
  reason: z.string().describe('Why it was refused'),
  born_on: day.nullable(),
  valid_until: day.nullable().describe('The last day on which the license is valid'),
  hash: z.string().nullable().describe('The SHA-256 of the license in hexadecimal'),
  url: z.string().nullable().describe('The license, for the renter and staff'),
  may_send: z.boolean().describe('Whether a license can be sent, or sent again'),
});
export type DriverResponse = z.output<typeof driverResponse>;

export const driverContract = {
  show: { params: orderParams, responses: { 200: driverResponse } },
  send: {
    params: orderParams,
    body: z.object({ born_on: day, valid_until: day }),
    responses: { 200: driverResponse },
  },
  license: { params: orderParams, responses: { 200: fileResponse } },
  check: {
    params: orderParams,
    body: z.object({
      accepted: z.boolean(),
      reason: z.string().trim().max(500).default('').describe('Needed to refuse; the renter reads it'),
      born_on: day.describe('As it was shown. The call is refused if the renter has sent something else since'),
      valid_until: day,
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe('Of the license that was shown'),
    }),
    responses: { 200: driverResponse },
  },
} satisfies Record<string, CallContract>;
