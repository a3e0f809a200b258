import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { JOB_STATES } from './process.ts';

const time = z.iso.datetime().describe('ISO 8601, UTC');
const bytes = z.int();

const process = z.object({
  id: z.uuid(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  build: z.string(),
  state: z
    .enum(['running', 'stopped', 'silent'])
    .describe('silent: it was not seen for a minute and did not stop in an orderly way'),
  started_at: time,
  seen_at: time,
  memory_bytes: bytes,
  disk_free_bytes: bytes.nullable(),
});

const status = z.object({
  flag: z.literal('1'),
  processes: z
    .array(process)
    .describe('Running ones, then the last five that ended within a day, those that did not say so first'),
  ended: z
    .object({ stopped: z.int(), silent: z.int() })
    .describe('How many processes ended within a day, in an orderly way or without saying so'),
  jobs: z.array(
    z.object({
      name: z.string(),
      state: z.enum(JOB_STATES),
      processes: z.int().describe('Running processes that have the job'),
      every_ms: z.number(),
      started_at: time.nullable(),
      succeeded_at: time.nullable(),
      next_at: time,
      failed_at: time.nullable(),
      error: z.string().nullable().describe('Code or type of the last error'),
      failures: z.int().describe('Since the processes started'),
      leased: z.int().describe('Rows that are reserved and not finished'),
    }),
  ),
  queues: z.array(z.object({ queue: z.string(), waiting: z.int(), oldest_s: z.number() })),
  failures: z
    .array(
      z.object({
        queue: z.string(),
        item: z.string().describe('Id of the row that the queue works on'),
        failures: z.int().describe('In a row'),
        first_at: time,
        last_at: time,
        retry_at: time,
        error: z.string().describe('Type and code of the last error'),
      }),
    )
    .describe('Items that failed and have not succeeded since, at most 50'),
  services: z.array(
    z.object({ host: z.string(), name: z.string(), works: z.boolean(), since: time, reason: z.string().nullable() }),
  ),
  backups: z.object({
    by: z.enum(['site', 'nobody', 'operator']).describe('operator: the database is external'),
    place: z.string().nullable(),
    base_at: time.nullable(),
    commits_at: time.nullable(),
    files_at: time.nullable(),
    late: z.string().nullable().describe('What is late and why; null if nothing is'),
  }),
  verification: z
    .object({
      ended_at: time,
      seconds: z.number(),
      faults: z.int(),
      findings: z.array(z.string()),
      is_late: z.boolean(),
    })
    .nullable()
    .describe('The last npm run verify; null if there was none'),
  versions: z.object({
    release: z.string(),
    build: z.string(),
    schema: z.string(),
    node: z.string(),
    postgres: z.string(),
  }),
  storage: z.object({
    database_bytes: bytes,
    tables: z.array(z.object({ name: z.string(), bytes })).describe('The largest five, with their indexes'),
    files_in: z.enum(['folder', 'bucket']),
    uploads: z.int(),
    upload_bytes: bytes,
    disk_free_bytes: bytes.nullable().describe('The least of the running processes'),
  }),
});
export type SystemStatus = z.output<typeof status>;

export const systemStatusContract = {
  show: { responses: { 200: status } },
} satisfies Record<string, CallContract>;
