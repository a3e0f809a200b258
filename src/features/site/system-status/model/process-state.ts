import { z } from 'zod';

const time = z.iso.datetime();

/** A background job of one process. */
const job = z.object({
  name: z.string(),
  everyMs: z.number(),
  startedAt: time.nullable(),
  succeededAt: time.nullable(),
  failedAt: time.nullable(),
  error: z.string().nullable(),
  failures: z.int(),
  running: z.int(),
  leased: z.int(),
  nextAt: time,
});
export type ProcessJob = z.output<typeof job>;

/** What a process says about itself. Processes of other versions may write other fields. */
export const processState = z.object({
  jobs: z.array(job).default([]),
  services: z
    .array(z.object({ name: z.string(), works: z.boolean(), since: time, reason: z.string().nullable() }))
    .default([]),
  backups: z
    .object({
      base: time.nullable(),
      through: time.nullable(),
      filesThrough: time.nullable(),
      place: z.string(),
      late: z.string().nullable(),
    })
    .nullable()
    .default(null),
});
export type ProcessState = z.output<typeof processState>;
