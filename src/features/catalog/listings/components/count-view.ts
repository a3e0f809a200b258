import { browserApi } from '#lib/api-client/api-client.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { listingCalls } from '../../catalog-calls.ts';

/** Reports a view of a car once per browser session, when the browser is idle. */
export function countView(id: number): void {
  if (!isFirstLook(id)) return;
  whenIdle(() => {
    browserApi.call(listingCalls.countView, { params: { id } }).catch(() => {});
  });
}

/** Returns true every time if the browser refuses storage. */
function isFirstLook(id: number): boolean {
  const key = `viewed-${id}`;
  try {
    const isFirst = sessionStorage.getItem(key) === null;
    sessionStorage.setItem(key, '');
    return isFirst;
  } catch {
    return true;
  }
}
