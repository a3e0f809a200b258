import { type Queryable, query, queryNumber } from '#lib/server/database/postgres.ts';
import type { EventStreams } from '#lib/server/http/event-streams.ts';

type Sent = { id: number; number: string; buyerId: number | null; sellerId: number | null };

const NEWEST = queryNumber('select max(id) from thread_messages');
const SENT_AFTER = query<Sent, [id: number]>(`
  select m.id, t.number, t.buyer_id as "buyerId", t.seller_id as "sellerId"
  from thread_messages m join threads t on t.id = m.thread_id where m.id > $1 and not m.held order by m.id limit 1000`);

/** Transactions commit in another order than their ids, so messages are looked for again for this long. */
const LOOK_BACK_MS = 10_000;

/** Tells the parties of threads about messages as they are sent. Reads the database only while someone listens. */
export class LiveThreads {
  readonly #db: Queryable;
  readonly #streams: EventStreams;
  /** When each message was first found, by id. */
  readonly #found = new Map<number, number>();
  /** All messages up to this one are too old to look for; null while nobody listens. */
  #after: number | null = null;

  constructor(db: Queryable, streams: EventStreams) {
    this.#db = db;
    this.#streams = streams;
  }

  /** @param now a time in milliseconds that only goes forward */
  async look(now = performance.now()): Promise<void> {
    if (this.#streams.size === 0) {
      this.#after = null;
      this.#found.clear();
      return;
    }
    this.#after ??= await NEWEST(this.#db);
    for (const { id, number, buyerId, sellerId } of await SENT_AFTER(this.#db, this.#after)) {
      if (this.#found.has(id)) continue;
      this.#found.set(id, now);
      for (const userId of [buyerId, sellerId])
        if (userId !== null) this.#streams.send(userId, { name: 'thread', data: { number } });
    }
    for (const [id, at] of this.#found) {
      if (at > now - LOOK_BACK_MS) break;
      this.#found.delete(id);
      this.#after = Math.max(this.#after, id);
    }
  }
}
