import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue, MAX_PAGE_LIMIT } from '#lib/contract-parts.ts';
import { AUDIT_ACTORS } from './audit-log.ts';

const text = z.string();
const time = z.string().describe('ISO 8601, UTC');
const id = z.number();
const filterText = z
  .string()
  .trim()
  .max(200)
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'is not text');
const day = z.iso.date('must be a date');

export const auditEntry = z.object({
  id,
  at: time,
  actor: z.object({ kind: text, id: id.nullable(), name: text.nullable() }),
  action: text,
  subject: z.object({ kind: text, id }).nullable(),
  ip: text.nullable(),
  requestId: text.nullable(),
  details: z.record(text, z.unknown()),
});
export type AuditEntryResponse = z.output<typeof auditEntry>;

export const auditQuery = z.object({
  actor: z.enum(AUDIT_ACTORS).optional(),
  actorId: idValue.optional(),
  action: filterText.optional(),
  subject: filterText.optional(),
  subjectId: idValue.optional(),
  from: day.optional(),
  to: day.optional(),
  /** Id of the last entry on the previous page. */
  after: idValue.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_LIMIT).optional(),
});
export type AuditQuery = z.output<typeof auditQuery>;

const auditResponse = z.object({
  items: z.array(auditEntry),
  next: id.nullable(),
  /** All actions in the log, as filter options. */
  actions: z.array(text),
});
export type AuditResponse = z.output<typeof auditResponse>;

export const auditContract = {
  find: { query: auditQuery, responses: { 200: auditResponse } },
} satisfies Record<string, CallContract>;
