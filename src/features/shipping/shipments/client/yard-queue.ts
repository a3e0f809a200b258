import { href } from '#lib/api-client/api-call.ts';
import { fileCalls, shipmentCalls } from '../../shipping-calls.ts';
import type { EventBody } from '../model/shipment-contract.ts';
import type { FileKind, ReportedStep } from '../model/step.ts';

/** An item that waits on this device. It is deleted only after the server has confirmed it, or by the user. */
export type QueuedItem = {
  /** Also the id on the server, which makes a repeated call idempotent. */
  id: string;
  account: string;
  orderId: number;
  number: string;
  capturedAt: string;
  /** Why the server refused the item, which is then not sent again; null if it did not. */
  refused: string | null;
  content: QueuedEvent | QueuedFile | QueuedPost;
};
type QueuedEvent = {
  type: 'event';
  body: Partial<EventBody> & Pick<EventBody, 'id' | 'step' | 'certainty' | 'happens_at'>;
};
type QueuedFile = {
  type: 'file';
  kind: FileKind;
  step: ReportedStep | null;
  name: string;
  blob: Blob;
  /** Absent for the whole order. */
  listingId?: number;
};

/** A call of another feature, made after the items queued before it. */
type QueuedPost = { type: 'post'; url: string; name: string; body: unknown };

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

/** Returns the queued items, oldest first. */
export async function readItems(): Promise<QueuedItem[]> {
  const [items = []] = await inQueue<QueuedItem[]>('readonly', (store) => [store.getAll()]);
  return items.sort((one, other) =>
    one.capturedAt < other.capturedAt ? -1 : Number(one.capturedAt > other.capturedAt),
  );
}

const LOCK = 'send yard queue';
/** Statuses after which an item is sent again later: the server is busy, or the login has ended. */
const LATER = [401, 408, 425, 429];

/**
 * Sends the queued items of an account, oldest first, until the connection fails. Deletes an item only after the server has confirmed it,
 * and keeps a refused item with its reason. Only one tab sends at a time.
 */
export async function sendQueue(account: string): Promise<void> {
  if (!navigator.locks) return sendAll(account);
  await navigator.locks.request(LOCK, () => sendAll(account));
}

async function sendAll(account: string): Promise<void> {
  for (const item of await readItems()) {
    if (item.account !== account || item.refused !== null) continue;
    const response = await send(item).catch(() => null);
    if (!response || response.status >= 500 || LATER.includes(response.status)) return;
    if (response.ok) await removeItem(item.id);
    else await putItems([{ ...item, refused: await reasonOf(response) }]);
  }
}

function send({ id, orderId, capturedAt, content }: QueuedItem): Promise<Response> {
  if (content.type === 'event') {
    return postJson(href(shipmentCalls.tell, { params: { id: orderId } }), content.body);
  }
  if (content.type === 'post') return postJson(content.url, content.body);
  const form = new FormData();
  const { kind, step, name, blob, listingId } = content;
  const fields = {
    id,
    kind,
    captured_at: capturedAt,
    ...(step && { step }),
    ...(listingId && { listing_id: listingId }),
  };
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  form.append('file', blob, name);
  return fetch(href(fileCalls.send, { params: { id: orderId } }), { method: 'POST', body: form });
}

function postJson(url: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function reasonOf(response: Response): Promise<string> {
  const body: { message?: string; fields?: Record<string, string> } = await response.json().catch(() => ({}));
  return [body.message ?? String(response.status), ...Object.values(body.fields ?? {})].join(' ');
}
