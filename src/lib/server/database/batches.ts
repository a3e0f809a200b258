export const BATCH = 1_000;

/** Position after a row: its time, as PostgreSQL formats it, and its id. */
export type Cursor = { at: string; id: number };

export const FROM_START: Cursor = { at: '-infinity', id: 0 };

/** Reads rows in order of time and id in batches. Holds no connection or transaction between batches. */
export async function* inBatches<Row extends Cursor>(
  start: Cursor,
  read: (after: Cursor, most: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = start; ; ) {
    const rows = await read(after, BATCH);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = { at: last.at, id: last.id };
  }
}

/** Reads a list in chunks, each starting after the cursor of the previous one. */
export async function* inChunks<Entry>(
  read: (after: number | undefined) => Promise<{ items: Entry[]; next: number | null }>,
): AsyncGenerator<Entry[]> {
  for (let after: number | undefined; ; ) {
    const { items, next } = await read(after);
    yield items;
    if (next === null) return;
    after = next;
  }
}
