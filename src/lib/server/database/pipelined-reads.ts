import type pg from 'pg';
import { breakConnection, QUEUE_FULL } from './guarded-pool.ts';
import type { Queryable } from './postgres.ts';
import { TracedClient } from './traced-client.ts';

/** A connection answers tens of thousands of these statements a second. */
const MAX_WAITING = 2_000;

/** A frozen database does not close its connections. */
const MAX_END_MS = 2_000;

type Connection = { client: pg.Client; waiting: number };

/**
 * A few connections with pipelining: each short read is sent without waiting for the previous result, which saves most
 * of the cost of a query that takes PostgreSQL only microseconds. A slow statement would block those behind it, so only
 * named statements, which are reads of bounded cost, are pipelined. All others use the pool. A broken connection is
 * reopened after a second. While none is open, the pool serves all queries.
 */
export class PipelinedReads {
  readonly #pool: pg.Pool;
  readonly #connections: (Connection | null)[];
  #closed = false;

  constructor(pool: pg.Pool, connections: number) {
    this.#pool = pool;
    this.#connections = Array.from({ length: connections }, () => null);
    pool.on('away' as 'error', this.#breakAll);
  }

  async open(): Promise<void> {
    await Promise.all(this.#connections.map((_, index) => this.#openLane(index)));
  }

  /** Opens the connections to a database that may be away. The pool serves all queries until they are open. */
  openWhenPossible(): void {
    for (const index of this.#connections.keys()) this.#openLane(index).catch(() => this.#reopen(index));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#pool.off('away' as 'error', this.#breakAll);
    const ended = Promise.all(this.#connections.map((connection) => connection?.client.end()));
    const late = setTimeout(this.#breakAll, MAX_END_MS);
    await ended.finally(() => clearTimeout(late));
  }

  readonly query = (async (config: pg.QueryConfig) => {
    const connection = config.name ? this.#leastBusy() : null;
    if (!connection) return this.#pool.query(config);
    if (connection.waiting >= MAX_WAITING) throw new Error(QUEUE_FULL);
    connection.waiting++;
    try {
      return await connection.client.query(config);
    } finally {
      connection.waiting--;
    }
  }) as Queryable['query'];

  /** A frozen database would otherwise keep the queries on these connections waiting. */
  readonly #breakAll = () => {
    for (const connection of this.#connections) if (connection) breakConnection(connection.client);
  };

  #leastBusy(): Connection | null {
    let best: Connection | null = null;
    for (const connection of this.#connections)
      if (connection && (best === null || connection.waiting < best.waiting)) best = connection;
    return best;
  }

  async #openLane(index: number): Promise<void> {
    const client = new TracedClient({ ...this.#pool.options, pipeline: true } as pg.ClientConfig);
    client.on('error', () => this.#reopen(index));
    await client.connect();
    this.#connections[index] = { client, waiting: 0 };
  }

  #reopen(index: number): void {
    this.#connections[index] = null;
    if (this.#closed) return;
    setTimeout(() => {
      if (!this.#closed) this.#openLane(index).catch(() => this.#reopen(index));
    }, 1_000).unref();
  }
}
