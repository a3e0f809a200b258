import { z } from 'zod';
import { auditEntry } from '#features/people/audit/model/audit-contract.ts';
import { sessionsResponse } from '#features/people/sessions/model/session-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue, pagedResponse, pageQuery } from '#lib/contract-parts.ts';
import { USER_SORTS, USER_STATUSES } from './account.ts';
import { loginBody, loginResponse, outcomeResponse, sessionParams } from './account-contract.ts';
import { changePasswordForm } from './account-forms.ts';

const text = z.string();
const time = z.string().describe('ISO 8601, UTC');
const id = z.number();
const searchText = z
  .string()
  .trim()
  .max(200)
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'is not text');
const day = z.iso.date('must be a date');

export const userFilter = z.object({
  search: searchText.optional(),
  status: z.enum(USER_STATUSES).optional(),
  createdFrom: day.optional(),
  createdTo: day.optional(),
  lastLoginAfter: day.optional(),
});
export type UserFilter = z.output<typeof userFilter>;

const usersQuery = userFilter.extend({
  sort: z.enum(USER_SORTS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  ...pageQuery,
});
export type UsersQuery = z.output<typeof usersQuery>;

const adminUser = z.object({
  _id: text,
  id,
  name: text,
  email: text,
  mobile: text.nullable(),
  mobileWritten: text.nullable().describe('As people write it: +254 712 345678'),
  status: z.enum(USER_STATUSES),
  lastLogin: time.nullable(),
  createdAt: time,
  version: id,
  hasReservedName: z.boolean().describe('The name could be mistaken for the marketplace, its operator or its staff'),
});
export type AdminUser = z.output<typeof adminUser>;

/** A page if there is any query parameter, otherwise an array of all users. */
const usersResponse = z.union([z.array(adminUser), pagedResponse(adminUser)]);

const userParams = z.object({ id: idValue });
const userStatusBody = z.object({ status: z.enum(USER_STATUSES), version: z.int().positive() });

const userDetailResponse = z.object({
  flag: z.literal('1'),
  user: adminUser.extend({ pendingEmail: text.nullable(), sessions: id, secondFactor: z.boolean() }),
  history: z.array(auditEntry),
});
export type UserDetailResponse = z.output<typeof userDetailResponse>;

export const adminAccountContract = {
  list: { query: usersQuery, responses: { 200: usersResponse } },
  one: { params: userParams, responses: { 200: userDetailResponse } },
  setStatus: { params: userParams, body: userStatusBody, responses: { 200: outcomeResponse } },
  resetSecondFactor: { params: userParams, responses: { 200: outcomeResponse } },
  remove: { params: userParams, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;

const adminSessionResponse = z.object({
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
  changePassword: { body: changePasswordForm, responses: { 200: outcomeResponse } },
  login: { body: loginBody, responses: { 200: loginResponse } },
  logout: { responses: { 200: outcomeResponse } },
  sessions: { responses: { 200: sessionsResponse } },
  endOtherSessions: { responses: { 200: outcomeResponse } },
  endSession: { params: sessionParams, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
