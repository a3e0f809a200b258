import type { EventBody } from '../model/shipment-contract.ts';
import type { FileKind, ReportedStep } from '../model/step.ts';

/** What waits on this device. It is deleted only once the server has it, or by hand. */
export type QueuedItem = {
  /** Also the id on the server, so that sending it twice has no second effect. */
  id: string;
  account: string;
  orderId: number;
  number: string;
  capturedAt: string;
  /** Why the server refused it; it is not sent again. */
  refused: string | null;
  content: QueuedEvent | QueuedFile | QueuedPost;
};
export type QueuedEvent = {
  type: 'event';
  body: Partial<EventBody> & Pick<EventBody, 'id' | 'step' | 'certainty' | 'happens_at'>;
};
export type QueuedFile = {
  type: 'file';
  kind: FileKind;
  step: ReportedStep | null;
  name: string;
  blob: Blob;
  /** Absent for the whole order. */
  listingId?: number;
};

/** A call of another feature, made after the items that were queued before it. */
export type QueuedPost = { type: 'post'; url: string; name: string; body: unknown };

const DATABASE = 'yard';
const STORE = 'queue';

function openQueue(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs in one transaction and resolves once it is on disk. */
async function inQueue<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>[],
): Promise<Result[]> {
  const database = await openQueue();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const requests = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(requests.map(({ result }) => result));
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Stores updates on the device, all or none. */
export async function putItems(items: QueuedItem[]): Promise<void> {
  await inQueue('readwrite', (store) => items.map((item) => store.put(item)));
}

export async function removeItem(id: string): Promise<void> {
  await inQueue('readwrite', (store) => [store.delete(id)]);
}

/** Returns what waits, the oldest first. */
export async function readItems(): Promise<QueuedItem[]> {
  const [items = []] = await inQueue<QueuedItem[]>('readonly', (store) => [store.getAll()]);
  return items.sort((one, other) =>
    one.capturedAt < other.capturedAt ? -1 : Number(one.capturedAt > other.capturedAt),
  );
}
