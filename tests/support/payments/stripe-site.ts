import { addCars } from '../catalog/cars.ts';
import { signIn } from '../data/accounts.ts';
import { testDatabase } from '../database/test-database.ts';
import { afterFile } from '../runner/after-file.ts';
import { testApp } from '../server/test-app.ts';
import { CARD, payingCalls } from './paying.ts';
import { STRIPE_KEYS, StripeServer } from './stripe-server.ts';

type Message = ReturnType<StripeServer['message']>;
type Booked = { booking_id: number; payment_id: number; transaction_id: string };

/** Starts the site with a fake Stripe as its provider. Prices are in dollars. */
export async function stripeSite() {
  const { pool } = await testDatabase();
  const stripe = new StripeServer();
  afterFile(() => stripe.close());
  const app = await testApp(pool, { ...STRIPE_KEYS, STRIPE_API: await stripe.open() }, undefined, true);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const calls = payingCalls(app);

  /** Creates a buyer and a car, and resets all rate limits. */
  async function shopper(price: number) {
    await pool.query('delete from request_counts');
    const buyer = await signIn(pool);
    const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: price * 100 }]);
    return { buyer, car };
  }
  async function purchase(price: number) {
    const { buyer, car } = await shopper(price);
    const paid = await calls.pay(buyer, car, price, { formData: { token: 'pm_visa', email: CARD.email } });
    await calls.sold(buyer, car);
    const booked: Booked = (await calls.book(buyer, car, paid.body.transaction_id, price)).body;
    return { buyer, car, booked };
  }
  /** Delivers a webhook message and returns the status. */
  async function deliver({ body, headers }: Message): Promise<number> {
    return (await app.inject({ method: 'POST', url: '/api/webhooks/payments', headers, payload: body })).statusCode;
  }
  return { pool, stripe, app, calls, shopper, purchase, deliver };
}
