import pg from 'pg';
import type { Queryable } from './statement.ts';

type Lane = { client: pg.Client; waiting: number };

/**
 * A few connections on which many short reads are under way at once: each is sent without waiting for the answer before it
 * (pipelining), which saves most of the cost of a query that takes PostgreSQL only microseconds. A slow statement would hold
 * up those behind it, so only named statements travel here, which are reads of bounded cost; others go to the pool.
 * A lane that breaks is opened again on next use; meanwhile, and until the first is open, the pool serves.
 */
export class PipelinedReads {
  readonly #pool: pg.Pool;
  readonly #lanes: (Lane | null)[];
  #closed = false;

  constructor(pool: pg.Pool, lanes: number) {
    this.#pool = pool;
    this.#lanes = Array.from({ length: lanes }, () => null);
  }

  async open(): Promise<void> {
    await Promise.all(this.#lanes.map((_, at) => this.#openLane(at)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#lanes.map((lane) => lane?.client.end()));
  }

  readonly query = (async (config: pg.QueryConfig) => {
    const lane = config.name ? this.#quietest() : null;
    if (!lane) return this.#pool.query(config);
    lane.waiting++;
    try {
      return await lane.client.query(config);
    } finally {
      lane.waiting--;
    }
  }) as Queryable['query'];

  #quietest(): Lane | null {
    let best: Lane | null = null;
    for (const lane of this.#lanes) if (lane && (best === null || lane.waiting < best.waiting)) best = lane;
    return best;
  }

  async #openLane(at: number): Promise<void> {
    const client = new pg.Client({ ...this.#pool.options, pipeline: true } as pg.ClientConfig);
    client.on('error', () => this.#reopen(at));
    await client.connect();
    this.#lanes[at] = { client, waiting: 0 };
  }

  #reopen(at: number): void {
    this.#lanes[at] = null;
    if (this.#closed) return;
    setTimeout(() => {
      if (!this.#closed) this.#openLane(at).catch(() => this.#reopen(at));
    }, 1_000).unref();
  }
}
