import type { Run } from './job-runs.ts';

type Leases<Id> = {
  work: (id: Id) => Promise<unknown>;
  /** Ends leases early, so that another process takes the rows at once. */
  handBack: (ids: Id[]) => Promise<unknown>;
  onError: (error: unknown) => void;
  /** Unset: the rows are worked on to the end. */
  run?: Run | undefined;
};

/**
 * Works on leased rows one after the other. A row that fails stays leased, which is the wait before the next try. When the process
 * stops, the rows that were not begun are handed back.
 */
export async function workInTurn<Id>(ids: Id[], { work, handBack, onError, run }: Leases<Id>): Promise<void> {
  const open = [...ids];
  run?.lease(open.length);
  try {
    while (open.length > 0 && !run?.stopping.aborted) {
      const [id] = open.splice(0, 1) as [Id];
      await work(id).catch(onError);
      run?.lease(-1);
    }
    if (open.length > 0) await handBack(open);
  } finally {
    run?.lease(-open.length);
  }
}

/** Works on leased rows at the same time. Rows that fail while the process stops are handed back. */
export async function workAtOnce<Id>(ids: Id[], { work, handBack, onError, run }: Leases<Id>): Promise<void> {
  const failed: Id[] = [];
  run?.lease(ids.length);
  const each = async (id: Id) => {
    try {
      await work(id);
    } catch (error) {
      failed.push(id);
      onError(error);
    } finally {
      run?.lease(-1);
    }
  };
  await Promise.all(ids.map(each));
  if (run?.stopping.aborted && failed.length > 0) await handBack(failed);
}
