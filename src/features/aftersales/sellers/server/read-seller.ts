import { ratingOfSeller, reviewsOfSeller } from '#features/aftersales/car-reviews/server/review-store.ts';
import { toReviewResponse } from '#features/aftersales/car-reviews/server/reviews.ts';
import type { Narrowing } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { OFFERS } from '#features/catalog/listings/model/listing.ts';
import type { CountedFilter, Inventory, ValueCount } from '#features/catalog/server/api.ts';
import { publicName } from '#features/people/accounts/model/public-name.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { type SellerResponse, SHOWN_REVIEWS } from '../model/seller-contract.ts';

type Deps = { db: Queryable; inventory: Inventory };

/** Returns the public facts about a seller, all of them computed. Throws `not_found` if the account is no seller. */
export async function readSeller({ db, inventory }: Deps, id: number): Promise<SellerResponse> {
  const seller = await findSeller(db, id);
  if (!seller) throw new AppError('not_found', `no seller ${id}`);
  const ofSeller: Narrowing = { seller: [id] };
  const valuesOf = async (name: CountedFilter, also: Narrowing = {}) =>
    (await Promise.all(OFFERS.map((offer) => inventory.countFacet(name, { ...ofSeller, ...also, offer })))).flat();
  const carsWith = async (name: CountedFilter) =>
    (await valuesOf(name)).reduce((sum, { cars }) => sum + (cars ?? 0), 0);
  const [forSale, forRent] = await Promise.all(OFFERS.map((offer) => inventory.count({ ...ofSeller, offer })));
  const province = mostCommon(await valuesOf('province'));
  const city = province && mostCommon(await valuesOf('city', { province: [province] }));
  const [rating, reviews] = await Promise.all([ratingOfSeller(db, id), reviewsOfSeller(db, id, SHOWN_REVIEWS)]);
  return {
    seller_id: seller.id,
    name: publicName(seller.name),
    since: seller.createdAt.toISOString().slice(0, 7),
    place: province === null ? null : { province, city },
    listed: { Sell: forSale!.total, Rent: forRent!.total },
    sold: seller.sold,
    rented: seller.rented,
    documents: {
      withVin: await carsWith('hasVin'),
      withReport: await carsWith('hasReport'),
      certified: await carsWith('certified'),
    },
    rating,
    reviews: reviews.map((review) => ({
      ...toReviewResponse(review),
      listing_id: review.listingId,
      car: review.car,
    })),
  };
}

function mostCommon(counted: ValueCount[]): string | null {
  const cars = new Map<string, number>();
  for (const each of counted) cars.set(String(each.value), (cars.get(String(each.value)) ?? 0) + (each.cars ?? 0));
  const [most] = [...cars].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

type SellerRow = { id: number; name: string; createdAt: Date; sold: number; rented: number };

/** Only accounts with a car that was public count as sellers; other accounts cannot be looked up. */
const FIND = statement(`
  select u.id, u.name, u.created_at as "createdAt",
    (select count(*) from bookings b join listings l on l.id = b.listing_id
     where l.user_id = u.id and b.offer = 'Sell' and b.status <> 'cancelled' and b.deleted_at is null)::int as sold,
    (select count(*) from bookings b join listings l on l.id = b.listing_id
     where l.user_id = u.id and b.offer = 'Rent' and b.status = 'completed' and b.deleted_at is null)::int as rented
  from users u
  where u.id = $1 and u.deleted_at is null and exists (
    select 1 from listings l
    where l.user_id = u.id and l.deleted_at is null and l.status in ('active', 'paused', 'sold', 'rented'))`);

/** Returns a seller with the numbers of finished deals; null if the account is no seller. */
async function findSeller(db: Queryable, id: number): Promise<SellerRow | null> {
  return (await rowsOf<SellerRow>(db, FIND, [id]))[0] ?? null;
}
