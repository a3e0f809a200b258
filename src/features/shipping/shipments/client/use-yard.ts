import { useCallback, useEffect, useState } from 'react';
import { browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { assetsIn, isStorable, serviceWorkerReady, YARD_CACHE } from '#lib/offline/cached-pages.ts';
import { ADMIN_DATA } from '#lib/session/stored-admin.ts';
import { storedUserId } from '#lib/session/stored-user.ts';
import { paths } from '#paths.ts';
import { yardCalls } from '../../shipping-calls.ts';
import type { YardResponse } from '../model/shipment-contract.ts';
import { putItems, type QueuedItem, readItems, removeItem, sendQueue } from './yard-queue.ts';

const RETRY_MS = 15_000;

/** Loads the yard's orders and the queued items. Sends the items when the page opens, when a connection returns, and every 15 s. */
export function useYard() {
  const [yard, setYard] = useState<YardOrders>();
  const [waiting, setWaiting] = useState<QueuedItem[] | null>(null);
  const [failed, setFailed] = useState(false);

  const refresh = useCallback(async () => {
    const next = await fetchYardOrders();
    setYard(next);
    if (next.state === 'online' && next.orders) {
      await sendQueue(next.orders.account);
      setWaiting(await readItems());
    }
  }, []);

  useEffect(() => {
    const show = () => readItems().then(setWaiting, () => setFailed(true));
    const sync = () =>
      void show()
        .then(refresh)
        .catch(() => {});
    sync();
    storeYardPage().catch(() => {});
    const timer = setInterval(sync, RETRY_MS);
    addEventListener('online', sync);
    return () => {
      clearInterval(timer);
      removeEventListener('online', sync);
    };
  }, [refresh]);

  /** Stores updates on the device, then tries to send them. Throws if the device cannot store them. */
  const add = async (items: QueuedItem[]) => {
    await putItems(items);
    setWaiting(await readItems());
    void refresh().catch(() => {});
  };
  const remove = async (id: string) => {
    await removeItem(id);
    setWaiting(await readItems());
  };
  return { yard, waiting, failed, add, remove };
}

/** Deleted at logout, as all of a user's storage is. An administrator's orders have their own key. */
const USER_DATA = 'yard-orders';

type YardOrders = { orders: YardResponse | null; state: 'online' | 'offline' | 'signed out' };

/** Fetches the orders that this account may report on. Without a connection, returns those stored on this device. */
async function fetchYardOrders(): Promise<YardOrders> {
  try {
    const orders = await browserApi.call(yardCalls.read);
    store(orders);
    return { orders, state: 'online' };
  } catch (error) {
    if (isApiFailure(error) && (error.status === 401 || error.status === 403))
      return { orders: null, state: 'signed out' };
    return { orders: stored(), state: 'offline' };
  }
}

function stored(): YardResponse | null {
  try {
    const orders: YardResponse | null = JSON.parse(
      localStorage.getItem(ADMIN_DATA) ?? localStorage.getItem(USER_DATA) ?? 'null',
    );
    // The session of another user may have ended without a logout.
    const isOfAnother = orders?.account.startsWith('user') && orders.account !== `user ${storedUserId()}`;
    return isOfAnother ? null : orders;
  } catch {
    return null;
  }
}

function store(orders: YardResponse): void {
  try {
    localStorage.setItem(orders.account.startsWith('admin') ? ADMIN_DATA : USER_DATA, JSON.stringify(orders));
  } catch {
    // Without storage, the page works with a connection only.
  }
}

/**
 * Caches the page with its files once a service worker can show it offline, and asks the browser not to clear the queue. Stores the page
 * last, so that it is never cached without its files.
 */
async function storeYardPage(): Promise<void> {
  void navigator.storage?.persist?.().catch(() => false);
  await serviceWorkerReady();
  const page = await fetch(paths.yard);
  if (!isStorable(page)) return;
  const files = assetsIn(await page.clone().text());
  const cache = await caches.open(YARD_CACHE);
  await cache.addAll(files);
  await cache.put(paths.yard, page);
  const needed = new Set([...files, paths.yard]);
  for (const { url } of await cache.keys()) if (!needed.has(new URL(url).pathname)) await cache.delete(url);
}
