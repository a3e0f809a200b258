import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { changeAdminPasswordBody, outcomeResponse } from './account-contract.ts';

const text = z.string();

export const adminSessionResponse = z.object({
  flag: z.literal('1'),
  admin: z
    .object({
      id: z.number(),
      name: text,
      email: text,
      /** Decides which screens the navigation shows; the server checks each call. */
      role: text,
      fromEnvironment: z.boolean(),
      /** All but the own login is refused until two-factor is on. */
      needsSecondFactor: z.boolean(),
    })
    .nullable(),
  /** Set on a restored copy that was not released. `restoredTo` is null if everything archived was restored. */
  heldCopy: z.object({ restoredTo: z.iso.datetime().nullable() }).nullable(),
});
export type AdminSessionResponse = z.output<typeof adminSessionResponse>;

export const adminSessionContract = {
  session: { responses: { 200: adminSessionResponse } },
  changePassword: { body: changeAdminPasswordBody, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
