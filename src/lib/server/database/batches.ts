export const BATCH = 1_000;

/** Where reading goes on: after the row with that time, as PostgreSQL writes it, and id. */
export type Cursor = { at: string; id: number };

export const FROM_THE_BEGINNING: Cursor = { at: '-infinity', id: 0 };

/** Reads rows in the order of their time and id, a batch at a time. Between two batches it holds nothing of the database. */
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

/** Reads a list that goes on after its last entry, a piece at a time. */
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
