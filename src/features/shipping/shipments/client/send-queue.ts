import { href } from '#lib/api-client/api-call.ts';
import { fileCalls, shipmentCalls } from '../../shipping-calls.ts';
import { putItems, type QueuedItem, readItems, removeItem } from './yard-queue.ts';

const LOCK = 'send yard queue';
/** The server cannot take it now, or not from this login. It is sent again later. */
const LATER = [401, 408, 425, 429];

/**
 * Sends what waits for an account, the oldest first, until the connection fails. An update is deleted only after the server has
 * confirmed it. What the server refuses stays with its reason. Only one tab sends at a time.
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
