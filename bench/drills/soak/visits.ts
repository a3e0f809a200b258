import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { listingPath } from '#features/catalog/listings/model/listing.ts';
import { CAR } from '../../../tests/support/catalog/selling.ts';
import { signInAdmin } from '../../../tests/support/data/accounts.ts';
import { bookingAmount, CARD, newTransaction, totalOf } from '../../../tests/support/payments/paying.ts';
import { type Buyer, PRICE } from '../../chaos-buyer.ts';
import { officeRequests } from '../../office/office-requests.ts';
import { requestKinds } from '../../requests.ts';
import type { Call } from './http-client.ts';
import { form, photoMaker } from './photos.ts';
import type { Supply } from './supply.ts';

/** Sends a call, records it under a kind, and returns its status and text. */
export type Send = (kind: string, call: Call) => Promise<{ status: number; text: () => string }>;
export type Visit = (send: Send) => Promise<void>;
/** `visit` returns undefined without an available car or person. */
export type Weighted = { weight: number; visit: () => Visit | undefined };

const HTML = { accept: 'text/html', 'accept-encoding': 'br' };
const PICTURES = 400;
const ADDRESSES = 20_000;
/** A buyer's browser repeats a call that got 503. */
const TRIES = 12;
const RETRY_MS = 2_000;
const UNAVAILABLE = 503;

/** The mix of one soak: what visitors, sellers, buyers and staff do, in visits of a thousand. */
export async function makeVisits(pool: pg.Pool, supply: Supply): Promise<Weighted[]> {
  const [paths, pages, pictures] = [await listPaths(pool), await carPages(pool), await picturePaths(pool)];
  const { cookie: admin } = await signInAdmin(pool);
  const office = await officeRequests(pool);
  const photo = await photoMaker();
  let visitors = 0;
  const read = (weight: number, kind: string, all: string[], headers = {}): Weighted => ({
    weight,
    visit: () => async (send) => {
      const nth = visitors++ % ADDRESSES;
      await send(kind, { path: pick(all), headers: { ...headers, ...from(`11.0.${nth >> 8}.${nth & 255}`) } });
    },
  });
  return [
    read(60, 'page: Home', ['/'], HTML),
    read(80, 'page: browse', ['/CarExplore', ...paths.browse], HTML),
    read(110, 'page: car', pages, HTML),
    read(180, 'list', paths.list),
    read(90, 'list with facets', paths.facets),
    read(110, 'search', paths.search),
    read(170, 'car', paths.cars),
    read(130, 'picture', pictures),
    {
      weight: 50,
      visit: () => async (send) =>
        void (await send('office list', { path: pick(office)[1], headers: { cookie: admin, ...from('12.0.0.1') } })),
    },
    {
      weight: 12,
      visit: () => {
        const purchase = supply.purchase();
        return purchase && ((send) => buy(send, purchase.buyer, purchase.car));
      },
    },
    {
      weight: 8,
      visit: () => {
        const seller = supply.seller();
        return seller && ((send) => sell(send, seller, admin, photo));
      },
    },
  ];
}

async function listPaths(pool: pg.Pool) {
  const kinds = new Map((await requestKinds(pool)).map(({ name, paths }) => [name, paths]));
  const of = (...names: string[]) => names.flatMap((name) => kinds.get(name) ?? []);
  const filtered = of('make + body + price');
  return {
    list: of('first page', 'make + body + price', 'page 500'),
    facets: of('the same, all facets'),
    search: of('search', 'words'),
    cars: of('detail'),
    browse: filtered.slice(0, 50).map((path) => `/CarExplore?${new URL(path, 'http://site').searchParams}`),
  };
}

async function carPages(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: number; make: string; model: string; offer: 'Sell' | 'Rent' }>(
    "select id, make, model, offer from listings where status = 'active' order by md5(id::text) limit 400",
  );
  return rows.map(listingPath);
}

async function picturePaths(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `select distinct image_keys[1] as key from (
       select image_keys from listings where status = 'active' and image_keys <> '{}' order by md5(id::text) limit $1) as shown`,
    [PICTURES],
  );
  return rows.flatMap(({ key }) => [320, 640].map((width) => `/api/media/${key}?w=${width}&f=webp&q=60`));
}

/** The three calls of a checkout. Repeats a call that failed while the database was down. */
async function buy(send: Send, { id, cookie, ip }: Buyer, car: number): Promise<void> {
  const headers = { cookie, ...from(ip), 'content-type': 'application/json' };
  const transaction = newTransaction();
  const repeated = async (kind: string, method: string, path: string, body: object) => {
    for (let tries = 1; ; tries++) {
      const { status } = await send(kind, { method, path, headers, body: JSON.stringify(body) });
      if (status !== UNAVAILABLE || tries === TRIES) return status;
      await wait(RETRY_MS);
    }
  };
  const paid = await repeated('checkout: pay', 'POST', '/api/payments', {
    user_id: id,
    transaction_id: transaction,
    amount: bookingAmount(PRICE),
    payment_method: 'credit_card',
    formData: CARD,
    listing_id: car,
  });
  if (paid !== 200) return;
  await repeated('checkout: sold', 'PUT', `/api/api/listings/listings/${car}`, { listing_status: 'sold' });
  await repeated('checkout: book', 'POST', '/api/booking', {
    listing_id: car,
    user_id: id,
    transaction_id: transaction,
    total_price: totalOf(PRICE),
    paid_price: bookingAmount(PRICE),
  });
}

/** Uploads a photo, lists a car with it, opens the seller's listings, and lets staff approve it. */
async function sell(send: Send, { cookie, ip }: Buyer, admin: string, photo: () => Promise<Buffer>): Promise<void> {
  const headers = { cookie, ...from(ip) };
  const picture = form({}, await photo());
  const sent = await send('upload: photo', {
    method: 'POST',
    path: '/api/photos',
    body: picture.body,
    headers: { ...headers, ...picture.headers },
  });
  if (sent.status !== 200) return;
  const { key } = JSON.parse(sent.text()) as { key: string };
  const listing = form({ ...CAR, photos: JSON.stringify([key]) });
  const listed = await send('upload: listing', {
    method: 'POST',
    path: '/api/api/listings/listings',
    body: listing.body,
    headers: { ...headers, ...listing.headers },
  });
  if (listed.status !== 200) return;
  const { id } = JSON.parse(listed.text()) as { id: number };
  await send('own listings', { path: '/api/my-listings', headers });
  await send('office: approve', {
    method: 'POST',
    path: `/api/admin/listings/${id}/decision`,
    headers: { cookie: admin, ...from('12.0.0.1'), 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'approve', version: 1 }),
  });
}

const from = (ip: string) => ({ 'x-forwarded-for': ip });
const pick = <Each>(all: Each[]) => all[Math.floor(Math.random() * all.length)]!;
