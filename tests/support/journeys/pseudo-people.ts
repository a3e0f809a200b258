import { randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { CAR } from '../catalog/selling.ts';
import { bookingAmount, CARD, newTransaction, totalOf } from '../payments/paying.ts';
import { administrator } from './journey-login.ts';
import type { PseudoSite } from './pseudo-site.ts';

export const PERSON = { name: 'Amina Otieno', mobileno: '+254712345678', password: 'a buyer of Mombasa' };

/** Returns the body of a successful answer; any other fails the test. */
export async function answerOf(response: APIResponse | Promise<APIResponse>) {
  const answer = await response;
  const body = await answer.json();
  if (!answer.ok() || body.flag === '0') throw new Error(`${answer.url()} answered ${JSON.stringify(body)}`);
  return body;
}

export async function signUp(request: APIRequestContext) {
  const person = { email: `${randomUUID()}@buyers.example`, password: PERSON.password };
  await answerOf(request.post('/api/register', { data: { ...PERSON, ...person } }));
  return { ...person, id: (await answerOf(request.post('/api/login', { data: person }))).id };
}

export type Car = { id: number; price: number; offer: 'Sell' | 'Rent' };

/** Adds an active car as the administrator, who then stays logged in. */
export async function addCar(
  request: APIRequestContext,
  site: PseudoSite,
  offer: Car['offer'],
  price: number,
  owner = 1,
): Promise<Car> {
  await answerOf(request.post('/api/admin/admin/login', { data: administrator(site.dataDir) }));
  const facts = {
    user_id: String(owner),
    make: 'Voyah',
    model: 'Free',
    year: '2023',
    mileage: '31800',
    price: String(price),
  };
  const rest = { RentSell: offer, location: 'Guangzhou', condition: 'Good', carType: 'suv', listing_status: 'active' };
  const { listing_id: id } = await answerOf(request.post('/api/listings', { multipart: { ...facts, ...rest } }));
  return { id, price, offer };
}

/** Submits a car of the logged-in user for review. */
export const sell = (request: APIRequestContext) =>
  answerOf(request.post('/api/api/listings/listings', { multipart: CAR }));

/** Makes the three calls of a checkout. */
export async function book(request: APIRequestContext, { id, price }: Car, days: object = {}) {
  const { user } = await answerOf(request.get('/api/session'));
  const transaction = newTransaction();
  const ids = { user_id: user.id, listing_id: id, transaction_id: transaction };
  const paid = { amount: bookingAmount(price), payment_method: 'credit_card', formData: CARD };
  await answerOf(request.post('/api/payments', { data: { ...ids, ...paid, ...days } }));
  await answerOf(request.put(`/api/api/listings/listings/${id}`, { data: { listing_status: 'sold' } }));
  const totals = { total_price: totalOf(price), paid_price: bookingAmount(price) };
  return answerOf(request.post('/api/booking', { data: { ...ids, ...totals } }));
}
