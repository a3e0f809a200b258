import { isDeepStrictEqual } from 'node:util';
import type fc from 'fast-check';
import { addCars } from '../support/catalog/cars.ts';
import { signIn } from '../support/data/accounts.ts';
import type { Buyer } from '../support/payments/paying.ts';
import { problemsOf, readState, type State } from './order-state.ts';
import type { World } from './world.ts';

export const PRICE = 10_000;

/** One car with its buyers, other cars of the same seller and price that they may order with it, and the site that they use. */
export type Story = { world: World; car: number; otherCars: number[]; buyers: Buyer[] };
/** The expected state: the life of the newest order, its price, the money received and the bank charges. */
export type Notes = {
  life: 'none' | 'held' | 'active' | 'completed' | 'cancelled';
  owed: number;
  received: number;
  waived: number;
};

export async function beginStory(world: World): Promise<{ model: Notes; real: Story }> {
  world.gateway.answers = 'done';
  await world.pool.query('delete from request_counts');
  const equal = { make: 'BYD', model: 'Seal', priceCents: PRICE * 100 };
  const [car = 0, ...otherCars] = await addCars(world.pool, [equal, equal, equal]);
  const buyers = [await signIn(world.pool), await signIn(world.pool)];
  return { model: { life: 'none', owed: 0, received: 0, waived: 0 }, real: { world, car, otherCars, buyers } };
}

/** Cost of an order of one car. */
export const TOTAL = 1_110_000;
export const depositOf = (owed: number) => owed / 4;
export const isOpen = ({ life }: Notes) => life === 'held' || life === 'active';
export const openOf = ({ owed, received, waived }: Notes) => owed - received - waived;

/** Open amount of the deposit, or of the balance once it is paid. */
export function openOfItem(notes: Notes): number {
  const { owed, received, waived } = notes;
  const deposit = depositOf(owed);
  return received + waived < deposit ? deposit - received - waived : openOf(notes);
}

/** The tolerance of a transfer: the smaller of $25 and 2% of the due deposit or balance. */
export function waivedOf({ owed, received, waived }: Notes, cents: number): number {
  const deposit = depositOf(owed);
  const before = received + waived;
  const after = before + cents;
  const [from, to] = after <= deposit ? [0, deposit] : [deposit, owed];
  const missing = to - after;
  const due = to - Math.max(before, from);
  return missing > 0 && missing <= Math.min(2_500, Math.floor(due / 50)) ? missing : 0;
}

export type Outcome = { status: number; body?: unknown };

/** An action of a person. It either succeeds with the expected consequences, or is refused and changes nothing. */
export abstract class Act implements fc.AsyncCommand<Notes, Story> {
  check(_notes: Readonly<Notes>): boolean {
    return true;
  }
  /** Returns the expected state after the action, or null if it must be refused. */
  abstract expected(notes: Readonly<Notes>): Notes | null;
  abstract perform(story: Story, state: State): Promise<Outcome>;

  async run(notes: Notes, story: Story): Promise<void> {
    const before = await readState(story.world.pool, story.car);
    const next = this.expected(notes);
    const { status, body } = await this.perform(story, before);
    const after = await readState(story.world.pool, story.car);
    const done = status >= 200 && status < 300;
    if (status >= 500) throw new Error(`${this} ended in ${status}: ${JSON.stringify(body)}`);
    if (done !== (next !== null))
      throw new Error(`${this} got ${status} ${JSON.stringify(body)} in ${JSON.stringify(notes)}`);
    if (!done && !isDeepStrictEqual(after, before)) {
      throw new Error(`${this} was refused, but changed ${JSON.stringify(before)} to ${JSON.stringify(after)}`);
    }
    if (next) Object.assign(notes, next);
    compare(notes, after);
  }
}

export function compare(notes: Notes, state: State): void {
  const problems = problemsOf(state);
  const seen = notesOf(state);
  if (!isDeepStrictEqual(seen, { ...notes })) {
    problems.push(`expected ${JSON.stringify(notes)}, found ${JSON.stringify(seen)}`);
  }
  if (problems.length > 0) throw new Error(problems.join('; '));
}

export function notesOf({ orders }: State): Notes {
  const { life = 'none', owed = 0, received = 0, waived = 0 } = orders.at(-1) ?? {};
  return { life: life as Notes['life'], owed, received, waived };
}

export const newest = (state: State) => state.orders.at(-1)?.id ?? 0;
export const buyerOf = async ({ world, buyers }: Story, order: number) => {
  const { rows } = await world.pool.query<{ user_id: number }>('select user_id from orders where id = $1', [order]);
  return buyers.find(({ id }) => id === rows[0]?.user_id) ?? buyers[0]!;
};
