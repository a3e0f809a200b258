import type pg from 'pg';
import { addCars } from '../catalog/cars.ts';
import { PASSWORD, signIn, signInAdmin } from '../data/accounts.ts';
import { bookingAmount, CARD } from '../payments/paying.ts';
import type { HostileRequest, KnownValues } from './hostile-requests.ts';

/** People and their cars are replaced after this many requests, because some requests log out, sell or delete. */
const PEOPLE_LIFE = 25;
const PRICE = 15_000;

const KNOWN: KnownValues = {
  password: [PASSWORD],
  opass: [PASSWORD],
  npass: [PASSWORD],
  cpass: [PASSWORD],
  formData: [CARD],
  amount: [bookingAmount(PRICE)],
  transaction_id: ['TR1767000000001', 'TR1767000000002', 'TR1767000000003'],
  vin: ['LGXCE4CB5P0123456'],
  slug: ['how-to-decode-vin-china'],
  price: ['14800'],
  year: ['2023'],
  make: ['BYD'],
  model: ['Seal'],
  location: ['Guangzhou'],
  mileage: ['31800'],
  mobile: ['0712345678'],
  mobileno: ['0712345678'],
  name: ['Amina Otieno'],
};

/**
 * Returns the callers of hostile requests, by cookie header, and values that exist in the database, by the names of
 * parameters and fields. Both change with the people.
 */
export function fuzzCallers(pool: pg.Pool) {
  const known = { ...KNOWN };
  let uses = 0;
  let cookies: Promise<Record<HostileRequest['caller'], string | undefined>> | undefined;

  async function renew() {
    const user = await signIn(pool);
    const [own = 0, other = 0, rental = 0] = await addCars(pool, [
      { make: 'BYD', model: 'Han' },
      { make: 'BYD', model: 'Seal', priceCents: PRICE * 100 },
      { make: 'BYD', model: 'Seal', offer: 'Rent' },
    ]);
    await pool.query('update listings set user_id = $1 where id = $2', [user.id, own]);
    known.user_id = [user.id];
    known.email = [user.email];
    known.listing_id = [other, rental];
    known.id = [own, other, rental, user.id, 1];
    return { visitor: undefined, user: user.cookie, administrator: (await signInAdmin(pool)).cookie };
  }

  async function cookieOf(caller: HostileRequest['caller']): Promise<string | undefined> {
    if (uses++ % PEOPLE_LIFE === 0) cookies = renew();
    return (await cookies)?.[caller];
  }
  return { known, cookieOf };
}
