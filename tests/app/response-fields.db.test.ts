import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { newTransaction, payingCalls } from '../support/payments/paying.ts';
import { msFromNow } from '../support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../support/server/test-app.ts';

const { pool } = await testDatabase();
const app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
const calls = payingCalls(app);
type Role = 'visitor' | 'buyer' | 'seller' | 'other user' | 'administrator';
const cookies = new Map<Role, string>([['visitor', '']]);
const ids = { sale: 0, rental: 0, requested: 0, booking: 0, payment: 0, buyer: 0, transaction: '' };

/** One seller's cars and a buyer of three of them, who canceled a sale and reviewed the rental; the seller replied. */
beforeAll(async () => {
  const [buyer, seller, other] = [await signIn(pool), await signIn(pool, { name: 'Chen Wei' }), await signIn(pool)];
  cookies.set('buyer', buyer.cookie).set('seller', seller.cookie).set('other user', other.cookie);
  cookies.set('administrator', (await signInAdmin(pool)).cookie);
  let secondSale = 0;
  [ids.sale = 0, ids.rental = 0, ids.requested = 0, secondSale = 0] = await addCars(pool, [
    { make: 'BYD', model: 'Seal', priceCents: 1_000_000, certified: true },
    { make: 'BYD', model: 'Han', offer: 'Rent', priceCents: 5_000 },
    { make: 'BYD', model: 'Tang', status: 'requested' },
    { make: 'BYD', model: 'Seal', priceCents: 1_000_000 },
    { make: 'BYD', model: 'Seal', priceCents: 1_000_000, certified: true },
  ]);
  await pool.query('update listings set user_id = $1', [seller.id]);
  ids.buyer = buyer.id;
  const [today, tomorrow] = [0, 86_400_000].map((ms) => msFromNow(ms).toISOString().slice(0, 10));
  const transaction = newTransaction();
  ids.transaction = transaction;
  await calls.pay(buyer, ids.rental, 50, { transaction_id: transaction, start_date: today, end_date: tomorrow });
  await calls.sold(buyer, ids.rental);
  const { body } = await calls.book(buyer, ids.rental, transaction, 50);
  [ids.booking, ids.payment] = [body.booking_id, body.payment_id];
  const sale = await calls.buy(buyer, ids.sale, 10_000);
  await calls.buy(buyer, secondSale, 10_000);
  await calls.cancel(buyer, sale.booking_id, sale.paid_price);
  await pool.query("update bookings set status = 'completed' where id = $1", [ids.booking]);
  const review = { booking_id: ids.booking, rating: 4, text: 'As described.' };
  await postJson(app, '/api/reviews', review, { cookie: buyer.cookie });
  const { rows } = await pool.query('select id from reviews');
  await postJson(app, `/api/reviews/${rows[0].id}/reply`, { text: 'Thank you.' }, { cookie: seller.cookie });
  const message = { from_name: 'Amina', from_email: 'amina@buyers.example', subject: 'Seal', message: 'Is it there?' };
  await postJson(app, '/api/contact', message);
});

/** Returns the paths of all fields in a response, at any depth. */
function namesIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => namesIn(item, `${path}[]`)))];
  if (typeof value !== 'object' || value === null) return path === '' ? [] : [path];
  return Object.entries(value).flatMap(([name, inner]) => namesIn(inner, path === '' ? name : `${path}.${name}`));
}

const under = (path: string, names: string[]) => names.map((name) => `${path}.${name}`);
const words = (text: string) => text.split(/\s+/);

const PRICE_BREAKDOWN = under('priceBreakdown', words('registrationFee taxRate'));
const CARD = [
  ...PRICE_BREAKDOWN,
  ...words(`RentSell _id availableFrom carType car_id certified condition date_updated dateposted exteriorColor fuelType hold id images[].url
  listing_id listing_status location make mileage mileageKm model price rating reviewCount seatingCapacity transmission trim year`),
];
const MANAGED_CARD = [...CARD, ...words('state user_id version')];
const CAR = [
  ...CARD,
  ...words(
    `batteryChemistry batteryHealth batteryHealthDate batteryHealthMethod batteryKwh batteryOwnership certificationReport
    chargePort curbWeightKg description displayLanguage doors drive emission engine firstRegistrationCountry firstRegistrationMonth
    heightMm interiorColor keys lengthMm modificationDetails owner powerKw productionMonth rangeCycle rangeKm rentalPickUpHour
    rentalPlace rentalReturnHour sellerId sellerName
    steering vin vinFacts widthMm`,
  ),
  ...under('catalogFacts', words('date steering')),
  ...under('extraFeatures', words('backupCamera gps leatherSeats sunroof')),
  ...under('serviceHistory', words('modifications noAccidentHistory recentServicing')),
];
const MANAGED_CAR = [...CAR, ...words('availability odometer.unit odometer.value responseTime state user_id version')];
const PAGE = under('pagination', words('page totalItems totalPages'));
const CARDS = [...under('listings[]', CARD), ...PAGE, 'pagination.limit'];
const BOOKING =
  words(`RentSell _id booking_end_date booking_id booking_start_date booking_status car_id cars_of_order[] createdAt due_price given_back id in_person listing_id
  order_id paid_price payment_id payment_status received_price refunded_price total_price transaction_id user_id version`);
const MY_BOOKING = [
  ...BOOKING,
  ...words('cancellation.refund cancellation.refused cancellation.until cancellation.until_step mayReview order_total'),
  ...under('car', words('image.url listing_status make model year')),
  ...words(
    'destination refund refund.amount refund.done refund.failed refunds[].amount refunds[].done refunds[].failed review review.rating review.reply review.text',
  ),
];
/** The order that a booking or payment belongs to, for the lists of the back office. */
const SALE = under('sale', words('buyer.email buyer.name car due order_id received'));
const PAYMENT = words(
  '_id amount car_id date_of_payment id payment_method payment_status refund_failed transaction_id user_id',
);
const PROFILE = words('_id createdAt email id lastLogin mobile mobileWritten name status');
const REVIEWS = [...under('items[]', words('author month rating reply review_id text')), 'mayReply', ...PAGE];
const SELLER = [
  ...words('email id mobile mobileWritten name since status'),
  ...under('listings', words('active rented requested sold')),
  ...under('latest[]', MANAGED_CARD),
];

const everybody = (names: string[]): Shapes => Object.fromEntries([...cookies.keys()].map((role) => [role, names]));
const but = (names: string[], administrator: string[]): Shapes => ({ ...everybody(names), administrator });

type Shapes = { [role in Role]?: string[] };

/** The fields that each role gets, at any depth. Other roles get an error. */
const shapes: [path: string, shapes: () => Shapes][] = [
  ['/listings/listings?page=1', () => everybody(CARDS)],
  ['/listings/listings', () => but(CARDS, under('[]', MANAGED_CARD))],
  ['/listings/search?q=byd', () => everybody(CARDS)],
  ['/listings/featured', () => everybody(under('[]', CARD))],
  ['/listings/:sale/related', () => everybody(under('[]', [...CARD, 'score', 'tags[]']))],
  ['/listings/:rental', () => but([...CAR, 'landingPages'], MANAGED_CAR)],
  ['/listings/:requested', () => ({ seller: [...CAR, 'landingPages'], administrator: MANAGED_CAR })],
  ['/listings/listings/:rental', () => everybody([...CAR.filter((name) => name !== 'price'), 'price.$numberDecimal'])],
  ['/listings/all', () => ({ administrator: under('[]', MANAGED_CARD) })],
  [
    '/my-listings',
    () => {
      const nothing = ['flag', ...PAGE];
      const own = [...CARD, ...words('favourites moves[] state version views')];
      return { buyer: nothing, 'other user': nothing, seller: [...nothing, ...under('listings[]', own)] };
    },
  ],
  [
    '/admin/moderation',
    () => ({
      administrator: [
        ...words('flag review.next review.vin waiting'),
        ...under('review.listing', MANAGED_CAR),
        ...under('review.seller', SELLER),
      ],
    }),
  ],
  ['/my-bookings', () => ({ buyer: [...under('items[]', MY_BOOKING), ...PAGE], seller: PAGE, 'other user': PAGE })],
  ['/booking/:booking', () => ({ buyer: BOOKING, administrator: BOOKING })],
  ['/booking', () => ({ administrator: under('[]', BOOKING) })],
  ['/booking?page=1', () => ({ administrator: [...under('items[]', [...BOOKING, ...SALE]), ...PAGE] })],
  ['/listings/:rental/reviews', () => everybody(REVIEWS)],
  [
    '/admin/reviews',
    () => {
      const review = words('author booking_id car created_at hidden listing_id rating reply review_id text user_id');
      return { administrator: [...under('items[]', review), ...PAGE] };
    },
  ],
  [
    '/admin/messages',
    () => ({
      administrator: [
        ...under('items[]', words('createdAt email id message name state subject taken_by')),
        'next',
        'open',
      ],
    }),
  ],
  [
    '/get-profile?id=:buyer',
    () => {
      const profile = [...PROFILE, 'flag', 'pendingEmail'];
      return { buyer: profile, administrator: profile };
    },
  ],
  ['/get-users', () => ({ administrator: under('[]', [...PROFILE, 'version', 'hasReservedName']) })],
  [
    '/admin/users/:buyer',
    () => ({
      administrator: [
        'flag',
        ...under('user', [...PROFILE, ...words('hasReservedName pendingEmail secondFactor sessions version')]),
      ],
    }),
  ],
  ['/figures', () => everybody(words('averageAge buyersServed carsListed demo rating topMake vinChecks'))],
  [
    '/operator',
    () => everybody(words('address contact governingLaw legalName moneyHolder registrationNumber version')),
  ],
  [
    '/session',
    () => ({
      ...everybody(words('flag user.id user.name')),
      visitor: words('flag user'),
      administrator: words('flag user'),
    }),
  ],
  [
    '/sessions',
    () => {
      const own = ['flag', ...under('sessions[]', words('address createdAt current device id lastSeenAt'))];
      return { buyer: own, seller: own, 'other user': own };
    },
  ],
  [
    '/my-payments/:transaction',
    () => ({
      buyer: words(
        '_id amount booking_id flag id listing_id message payment_method payment_status progress transaction_id',
      ),
    }),
  ],
  ['/payments', () => ({ administrator: under('[]', PAYMENT) })],
  ['/payments?page=1', () => ({ administrator: [...under('items[]', [...PAYMENT, ...SALE]), ...PAGE] })],
  [
    '/payments/:payment',
    () => ({
      administrator: [
        ...PAYMENT,
        ...words(
          'booking_id captured_at card.brand card.last4 contact_email given_back order_id refund refund_alone refund_second refund_target refundable state total',
        ),
      ],
    }),
  ],
];

const REFUSED = words('code error flag message requestId');

test.each(shapes)('%s returns to each role exactly the fields listed for it', async (path, shapesOfRoles) => {
  const url = path.replace(/:(\w+)/g, (_, name: keyof typeof ids) => String(ids[name]));
  const expected = shapesOfRoles();
  for (const [role, cookie] of cookies) {
    const { status, body } = await getJson(app, `/api${url}`, cookie);
    const names = expected[role];
    expect(namesIn(body).sort(), role).toEqual([...(names ?? REFUSED)].sort());
    expect(status === 200, role).toBe(names !== undefined);
  }
});
