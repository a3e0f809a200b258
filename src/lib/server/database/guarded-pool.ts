import { AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import pg from 'pg';
import { currentTracing } from '../tracing/tracing.ts';
import { TracedClient } from './traced-client.ts';

/** Beyond this, waiting for a connection takes longer than clients wait for a response. */
const MAX_WAITING = 500;

/** `errors/error-responses.ts` answers errors with these messages with 503. */
const AWAY = 'The database does not respond';
export const QUEUE_FULL = 'Too many queries wait for a database connection';

/**
 * A pool whose queue is bounded and that can be closed off. While the database is away, queries fail immediately instead of waiting for
 * a timeout each.
 */
export class GuardedPool extends pg.Pool {
  readonly #clients = new Set<pg.PoolClient>();
  #awaySince: number | null = null;

  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: TracedClient });
    this.on('connect', (client) => this.#clients.add(client));
    this.on('remove', (client) => this.#clients.delete(client));
  }

  /** Milliseconds since the database was found away; null while it is not. */
  awayMs(): number | null {
    return this.#awaySince === null ? null : performance.now() - this.#awaySince;
  }

  /** Breaks all connections, so that queries on them fail now, and refuses new ones. Emits `away` for other connections. */
  closeOff(): void {
    if (this.#awaySince !== null) return;
    this.#awaySince = performance.now();
    for (const client of this.#clients) breakConnection(client);
    this.emit('away');
  }

  reopen(): void {
    this.#awaySince = null;
  }

  /** Ends like `end`, but breaks connections that a frozen database has not closed in time. */
  async endWithin(ms: number): Promise<void> {
    const late = setTimeout(() => {
      for (const client of this.#clients) breakConnection(client);
    }, ms);
    await this.end().finally(() => clearTimeout(late));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | undefined {
    const problem = this.#awaySince !== null ? AWAY : this.waitingCount >= MAX_WAITING ? QUEUE_FULL : null;
    // A connection that was waited for is handed over by the request that releases it. The trace of that request must not go on.
    const resume = callback && currentTracing() ? AsyncResource.bind(callback) : callback;
    if (problem === null) return resume ? void super.connect(resume) : super.connect();
    const error = new Error(problem);
    if (!callback) return Promise.reject(error);
    process.nextTick(callback, error, undefined, () => {});
    return undefined;
  }
}

/** Ends a connection without asking its server, which may be frozen. Queries on it fail. */
export function breakConnection(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
