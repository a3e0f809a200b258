import { useCallback, useEffect, useState } from 'react';
import { sendQueue } from './send-queue.ts';
import { fetchYardOrders, storeYardPage, type YardOrders } from './yard-orders.ts';
import { putItems, type QueuedItem, readItems, removeItem } from './yard-queue.ts';

const RETRY_MS = 15_000;

/** The orders of the yard and what waits on this device. Sends it when the page opens, when there is a connection, and regularly. */
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
