import type { Page } from '@playwright/test';
import { newTransaction } from '../payments/paying.ts';
import { type Login, newAccount, signInAdminByCall } from './journey-login.ts';

export type JourneyCar = { id: number; price: number };

/** Adds an active car that no other test uses. Afterwards the page is logged in as its seller and as an administrator. */
export async function addCar(
  page: Page,
  offer: 'Sell' | 'Rent',
  price: number,
): Promise<JourneyCar & { seller: number; login: Login }> {
  await signInAdminByCall(page);
  const login = await newAccount(page);
  const seller = await currentUser(page);
  const id = await addCarOf(page, seller, offer, price);
  return { id, price, seller, login };
}

/** Adds an active car of a seller. The page is logged in as an administrator. */
export async function addCarOf(page: Page, seller: number, offer: 'Sell' | 'Rent', price: number): Promise<number> {
  const model = `Free ${newTransaction().slice(-6)}`;
  const facts = { user_id: String(seller), make: 'Voyah', model, year: '2023', mileage: '31800', price: String(price) };
  const rest = { RentSell: offer, location: 'Guangzhou', condition: 'Good', carType: 'suv', listing_status: 'active' };
  const added = await page.request.post('/api/listings', { multipart: { ...facts, ...rest } });
  const { listing_id: id } = await added.json();
  if (!id) throw new Error(`adding the car failed: ${await added.text()}`);
  return id;
}

/** Returns the id of the user that the page is logged in as. */
export async function currentUser(page: Page): Promise<number> {
  return (await (await page.request.get('/api/session')).json()).user.id;
}
