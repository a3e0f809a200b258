import type { Queryable } from '../database/statement.ts';
import type { Run } from './job-runs.ts';
import { failuresOf, forgetFailures, noteFailure } from './work-failures.ts';

type Work<Item> = {
  pool: Queryable;
  /** Name under which failures of items are stored. */
  queue: string;
  /** Works on one item. All changes that belong together are one transaction. */
  work: (item: Item) => Promise<unknown>;
  /** What identifies an item. */
  itemOf?: (item: Item) => string;
  /** Errors after which an item is tried again as usual, because it did not cause them. */
  isExpected?: (error: unknown) => boolean;
  /** Ends leases early, so that another process takes the rows immediately. */
  handBack?: (items: Item[]) => Promise<unknown>;
  onError: (error: unknown) => unknown;
  /** Unset: the rows are worked on to the end. */
  run?: Run | undefined;
};

/**
 * Works on items one after the other. An item that fails is skipped until its wait is over and does not stop the others. When the process
 * stops, leased rows that were not begun are handed back.
 */
export async function workInTurn<Item>(items: Item[], options: Work<Item>): Promise<void> {
  const { handBack, run } = options;
  const open = await begun(items, options);
  run?.lease(open.length);
  try {
    while (open.length > 0 && !run?.stopping.aborted) {
      const [next] = open.splice(0, 1) as [Begun<Item>];
      await workOn(next, options).finally(() => run?.lease(-1));
    }
    if (open.length > 0) await handBack?.(open.map(({ item }) => item));
  } finally {
    run?.lease(-open.length);
  }
}

/** Works on leased rows at the same time. Rows that fail while the process stops are handed back. */
export async function workAtOnce<Item>(items: Item[], options: Work<Item>): Promise<void> {
  const { handBack, run } = options;
  const failed: Item[] = [];
  const open = await begun(items, options);
  run?.lease(open.length);
  const each = async (next: Begun<Item>) => {
    if (!(await workOn(next, options).finally(() => run?.lease(-1)))) failed.push(next.item);
  };
  await Promise.all(open.map(each));
  if (run?.stopping.aborted && failed.length > 0) await handBack?.(failed);
}

type Begun<Item> = { item: Item; id: string; hasFailed: boolean };

async function begun<Item>(items: Item[], { pool, queue, itemOf = String }: Work<Item>): Promise<Begun<Item>[]> {
  const failures = await failuresOf(pool, queue, items.map(itemOf));
  return items
    .map((item) => ({ item, id: itemOf(item), hasFailed: failures.has(itemOf(item)) }))
    .filter(({ id }) => failures.get(id) !== true);
}

/** Returns whether the work succeeded. A failure may be counted twice if another process worked on the item simultaneously. */
async function workOn<Item>({ item, id, hasFailed }: Begun<Item>, options: Work<Item>): Promise<boolean> {
  const { pool, queue, work, isExpected, onError, run } = options;
  try {
    await work(item);
    if (hasFailed) await forgetFailures(pool, queue, [id]);
    return true;
  } catch (error) {
    if (isExpected?.(error)) return false;
    if (!run?.stopping.aborted) await noteFailure(pool, queue, id, error).catch(onError);
    await onError(error instanceof Error ? Object.assign(error, { queue, item: id }) : error);
    return false;
  }
}
