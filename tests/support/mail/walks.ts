import type { OrderNews } from '#features/payments/order-acts/model/order-news.ts';
import { MONEY_WALKS } from './money-walks.ts';
import { beginScenes, type Scene } from './order-scenes.ts';
import { PAPER_WALKS } from './paper-walks.ts';
import { addSecuredTerms, RENTAL_WALKS } from './rental-walks.ts';
import { WAY_WALKS } from './way-walks.ts';

/** Creates the site of a test file, with the terms of a security deposit. */
export async function beginWalks() {
  const site = await beginScenes();
  await addSecuredTerms();
  return site;
}

/** Triggers each event of the order news. */
export const WALKS: Record<OrderNews, () => Promise<Scene>> = {
  ...MONEY_WALKS,
  ...PAPER_WALKS,
  ...WAY_WALKS,
  ...RENTAL_WALKS,
};
