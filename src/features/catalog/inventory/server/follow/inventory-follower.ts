import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { CarIndex } from '../memory/car-index.ts';
import type { Reservation } from '../memory/reservations.ts';
import { changesSince, MAX_GAP_MS, type Position, positionOf } from './change-feed.ts';
import { BATCH, type ReadCar, readAfter, readCars } from './indexed-rows.ts';

/** Reading all cars again takes less time than applying this many changes one by one. */
const MAX_CHANGES = 20_000;
const RETRY_MS = 1_000;

/** The public cars as of a position in the feed of changes. */
type Followed = { index: CarIndex; reservations: Map<number, Reservation>; position: Position };

/**
 * Keeps an index of the public cars up to date with the database. Must read from the primary. While the index is filled,
 * `current` is null.
 */
export class InventoryFollower {
  readonly #pool: pg.Pool;
  readonly #onError: (error: unknown) => void;
  #followed: Followed | null = null;
  #readAt = 0;
  #filling: Promise<void> | null = null;
  #catchingUp: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(pool: pg.Pool, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#onError = onError;
  }

  /** The index, or null if there is none yet or it may have missed changes. */
  current(): Followed | null {
    return performance.now() - this.#readAt > MAX_GAP_MS ? null : this.#followed;
  }

  /** Fills the index, and resolves when it is filled. */
  fill(): Promise<void> {
    this.#filling ??= this.#fillUntilDone().finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  /** Applies the changes that are committed now, and returns the number of cars that changed. */
  catchUp(): Promise<number> {
    const next = this.#catchingUp.then(() => this.#catchUpOnce());
    this.#catchingUp = next.catch(() => {});
    return next;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#filling;
    await this.#catchingUp;
  }

  async #catchUpOnce(): Promise<number> {
    const followed = this.#followed;
    if (!followed || this.#closed) return 0;
    if (this.current() === null) return this.#startAgain();
    const startedAt = performance.now();
    const changes = await changesSince(this.#pool, followed.position);
    if (!changes || changes.ids.length > MAX_CHANGES) return this.#startAgain();
    const { ids, position } = changes;
    for (let start = 0; start < ids.length; start += BATCH) {
      const batch = ids.slice(start, start + BATCH);
      apply(followed, batch, await readCars(this.#pool, batch));
    }
    followed.position = position;
    this.#readAt = startedAt;
    return ids.length;
  }

  #startAgain(): number {
    this.#followed = null;
    void this.fill();
    return 1;
  }

  async #fillUntilDone(): Promise<void> {
    while (!this.#closed) {
      try {
        const startedAt = performance.now();
        this.#followed = await readAll(this.#pool);
        this.#readAt = startedAt;
        return;
      } catch (error) {
        if (this.#closed) return;
        this.#onError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}

function apply({ index, reservations }: Followed, ids: number[], read: ReadCar[]): void {
  const found = new Map(read.map((each) => [each.car.id, each]));
  for (const id of ids) {
    const now = found.get(id);
    if (now) index.put(now.car);
    else index.delete(id);
    if (now?.reservation) reservations.set(id, now.reservation);
    else reservations.delete(id);
  }
}

/** Reads all public cars in one snapshot, and takes the position of that snapshot. */
async function readAll(pool: pg.Pool): Promise<Followed> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const position = await positionOf(client);
    const reservations = new Map<number, Reservation>();
    const index = await CarIndex.load(batchesOf(client, reservations), setImmediate);
    await client.query('commit');
    return { index, reservations, position };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

async function* batchesOf(client: pg.ClientBase, reservations: Map<number, Reservation>) {
  for (let last = 0, more = true; more; ) {
    const batch = await readAfter(client, last);
    for (const { car, reservation } of batch) if (reservation) reservations.set(car.id, reservation);
    yield batch.map(({ car }) => car);
    last = batch.at(-1)?.car.id ?? last;
    more = batch.length === BATCH;
  }
}
