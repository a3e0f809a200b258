import type { Page } from '@playwright/test';
import { newTransaction } from '../payments/paying.ts';
import { newAccount, signInAdminByCall } from './journey-login.ts';

export type JourneyCar = { id: number; price: number };

/** Adds a car on the market that no other journey knows; the page's browser is its seller and an administrator afterwards. */
export async function addCar(
  page: Page,
  offer: 'Sell' | 'Rent',
  price: number,
): Promise<JourneyCar & { seller: number }> {
  await signInAdminByCall(page);
  await newAccount(page);
  const seller = await currentUser(page);
  const model = `Free ${newTransaction().slice(-6)}`;
  const facts = { user_id: String(seller), make: 'Voyah', model, year: '2023', mileage: '31800', price: String(price) };
  const rest = { RentSell: offer, location: 'Guangzhou', condition: 'Good', carType: 'suv', listing_status: 'active' };
  const added = await page.request.post('/api/listings', { multipart: { ...facts, ...rest } });
  const { listing_id: id } = await added.json();
  if (!id) throw new Error(`no car was added: ${await added.text()}`);
  return { id, price, seller };
}

/** The account of a page's browser. */
export async function currentUser(page: Page): Promise<number> {
  return (await (await page.request.get('/api/session')).json()).user.id;
}
