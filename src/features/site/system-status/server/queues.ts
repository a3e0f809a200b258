import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

export type Queue = { queue: string; waiting: number; oldest: number };

const due = (queue: string, table: string, at: string, condition = 'true') =>
  `select '${queue}' as queue, count(*)::int as waiting, greatest(0, coalesce(extract(epoch from now() - min(${at})), 0))::float8 as oldest
   from ${table} where ${at} <= now() and ${condition}`;

const QUEUES = statement(
  [
    due(
      'mail',
      'mail_outbox',
      'next_attempt_at',
      'sent_at is null and failed_at is null and (locked_until is null or locked_until <= now())',
    ),
    due(
      'payments',
      '(select due_at from payments union all select capture_due_at from card_holds) as payments',
      'due_at',
    ),
    due('refunds', 'refunds', 'due_at', 'done_at is null and failed_at is null'),
    due('bookings', 'bookings', 'due_at'),
    due('bills', 'orders', 'bill_at'),
    due('documents', 'documents_to_render', 'due_at'),
  ].join(' union all '),
);

/** Work that is due and that no worker has leased, with the seconds that the oldest has been due. */
export function readQueues(db: Queryable): Promise<Queue[]> {
  return rowsOf<Queue>(db, QUEUES, []);
}
