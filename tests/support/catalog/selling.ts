import type { FastifyInstance } from 'fastify';
import { getJson, postForm, postJson } from '../server/test-app.ts';

export type Seller = { id: number; email: string; cookie: string };

export const CAR = {
  RentSell: 'Sell',
  make: 'BYD',
  model: 'Seal',
  year: '2023',
  mileage: '31,800',
  mileageUnit: 'km',
  price: '14800.50',
  location: 'Guangzhou',
  condition: 'Good',
  serviceHistory: '{"recentServicing":true}',
  extraFeatures: '{"gps":true}',
  carType: 'sedan',
  contactMethods: '["chat"]',
};

/** Returns functions for the API calls of sellers and of one moderator. */
export function sellingCalls(app: FastifyInstance, admin: string) {
  const list = ({ cookie }: { cookie: string }, typed: Record<string, string> = {}, headers = {}) =>
    postForm(app, '/api/api/listings/listings', Object.entries({ ...CAR, ...typed }), { cookie, headers });
  const mine = async ({ cookie }: { cookie: string }, id: number) =>
    (await getJson(app, `/api/my-listings/${id}`, cookie)).body.listing;
  const move = ({ cookie }: { cookie: string }, id: number, body: object) =>
    postJson(app, `/api/my-listings/${id}/moves`, body, { cookie });
  const decide = (id: number, body: object) =>
    postJson(app, `/api/admin/listings/${id}/decision`, body, { cookie: admin });
  const publicStatus = async (id: number) => (await getJson(app, `/api/listings/${id}`)).status;

  /** Changes some values of a listing, based on its current or a given version. */
  const edit = async (seller: { cookie: string }, id: number, change: Record<string, unknown>, version?: number) => {
    const { values, photos, report, version: seen } = await mine(seller, id);
    const keys = photos.map(({ key }: { key: string }) => key);
    const body = {
      version: version ?? seen,
      values: { ...values, ...change },
      photos: keys,
      report: report?.key ?? null,
    };
    return postJson(app, `/api/my-listings/${id}`, body, { cookie: seller.cookie, method: 'PUT' });
  };
  const liveCar = async (seller: { cookie: string }): Promise<number> => {
    const { id } = (await list(seller)).body;
    await decide(id, { decision: 'approve', version: 1 });
    return id;
  };
  return { list, mine, move, decide, publicStatus, edit, liveCar };
}
