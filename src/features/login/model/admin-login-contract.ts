import { loginBody, loginResponse, outcomeResponse } from '#features/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';

export const adminLoginContract = {
  login: { body: loginBody, responses: { 200: loginResponse } },
  logout: { responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
