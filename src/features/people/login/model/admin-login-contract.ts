import {
  loginBody,
  loginResponse,
  outcomeResponse,
  sessionParams,
} from '#features/people/accounts/model/account-contract.ts';
import { sessionsResponse } from '#features/people/sessions/model/session-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';

export const adminLoginContract = {
  login: { body: loginBody, responses: { 200: loginResponse } },
  logout: { responses: { 200: outcomeResponse } },
  sessions: { responses: { 200: sessionsResponse } },
  endOtherSessions: { responses: { 200: outcomeResponse } },
  endSession: { params: sessionParams, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
