import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { addCars } from '../../../tests/support/catalog/cars.ts';
import { signIn } from '../../../tests/support/data/accounts.ts';
import { type Buyer, PRICE } from '../../chaos-buyer.ts';

const BATCH = 24;
const LOW = 2 * BATCH;
/** The cars that one user may hold at a time. While the database is down, all purchases of a buyer are open together. */
const PURCHASES_PER_BUYER = 3;
/** Below the 50 photos a day of one user. */
const LISTINGS_PER_SELLER = 40;
const RETRY_MS = 1_000;

/** People and cars that the traffic uses up, created in advance. */
export class Supply {
  readonly #pool: pg.Pool;
  readonly #purchases: { buyer: Buyer; car: number }[] = [];
  readonly #sellers: Buyer[] = [];
  #filling: Promise<void> | undefined;
  #people = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async fill(): Promise<void> {
    while (this.#purchases.length < LOW || this.#sellers.length < LOW) {
      try {
        await this.#addPurchases();
        await this.#addSeller();
      } catch {
        // The database is down.
        await wait(RETRY_MS);
      }
    }
  }

  /** An untouched car with a buyer. Undefined while the database cannot create one. */
  purchase() {
    this.#refill();
    return this.#purchases.shift();
  }

  seller(): Buyer | undefined {
    this.#refill();
    return this.#sellers.shift();
  }

  #refill(): void {
    if (this.#purchases.length >= LOW && this.#sellers.length >= LOW) return;
    this.#filling ??= this.fill().finally(() => {
      this.#filling = undefined;
    });
  }

  async #addPurchases(): Promise<void> {
    const car = { make: 'BYD', model: 'Seal', priceCents: PRICE * 100 };
    const cars = await addCars(
      this.#pool,
      Array.from({ length: BATCH }, () => car),
    );
    for (let at = 0; at < cars.length; at += PURCHASES_PER_BUYER) {
      const buyer = await this.#newPerson();
      for (const id of cars.slice(at, at + PURCHASES_PER_BUYER)) this.#purchases.push({ buyer, car: id });
    }
  }

  async #addSeller(): Promise<void> {
    const seller = await this.#newPerson();
    this.#sellers.push(...Array.from({ length: LISTINGS_PER_SELLER }, () => seller));
  }

  /** Each buyer has a different IP address, because payments are limited by address. */
  async #newPerson(): Promise<Buyer> {
    const { id, cookie } = await signIn(this.#pool);
    const nth = this.#people++;
    return { id, cookie, ip: `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}` };
  }
}
