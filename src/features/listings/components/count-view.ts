import { browserApi } from '#lib/api-client/browser-api.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { listingCalls } from '../model/listing-calls.ts';

/** Tells that somebody looks at a car: once in a browser session, and when nothing else waits. */
export function countView(id: number): void {
  if (!isFirstLook(id)) return;
  whenIdle(() => {
    browserApi.call(listingCalls.countView, { params: { id } }).catch(() => {});
  });
}

/** A browser that refuses storage is counted every time. */
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
