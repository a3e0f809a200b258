import type { Answer, Reason } from '#features/payments/order-acts/model/act-answer.ts';
import { ORDER_ACTS, type OrderAct } from '#features/payments/order-acts/model/act-list.ts';
import { answerTo } from '#features/payments/order-acts/model/order-act.ts';
import type { CarFacts, OrderFacts } from '#features/payments/order-acts/model/order-facts.ts';

const DAY_MS = 86_400_000;
const BOOKED = new Date('2026-01-05T12:00:00Z');
const daysLater = (days: number) => new Date(BOOKED.getTime() + days * DAY_MS);

const CAR: CarFacts = {
  listingId: 1,
  papers: [],
  steps: [],
  withdrawn: [],
  needsMakersLetter: false,
  isOnSailing: false,
  isHandedOver: false,
  isAway: false,
  isBack: false,
  isLost: false,
  isFree: false,
  returnedAt: null,
  arrivalTold: null,
  isElsewhere: false,
};
const PAPERS = ['export_licence', 'deregistration', 'customs_declaration'] as const;

/** A sale by the newest terms with a paid deposit. */
const SALE: OrderFacts = {
  id: 1,
  offer: 'Sell',
  life: 'active',
  terms: {
    requiresBalance: true,
    requiresContract: true,
    requiresSteps: true,
    cancelFreeDays: 3,
    cancelUntil: 'export_papers',
    keptCancelBps: 500,
    keptUnpaidBps: 1250,
  },
  bookedAt: BOOKED,
  startsAt: null,
  returnBy: null,
  endedAt: null,
  priceCents: 1_000_000,
  openCents: 750_000,
  receivedCents: 250_000,
  isLapsed: false,
  wasPaid: true,
  wasBooked: true,
  depositCents: 250_000,
  securityHeldCents: 0,
  securityMissingCents: 0,
  isCardHeld: false,
  isCardAsked: false,
  hasLicense: true,
  refundsAwaitReturn: false,
  isReduced: false,
  isChecked: false,
  isClaimed: false,
  isDisputed: false,
  contractAccepted: false,
  hasConsignee: false,
  tradeTerm: 'FOB',
  payoutDays: 30,
  arrivalDays: 60,
  cars: [CAR],
};
const RENTAL: OrderFacts = {
  ...SALE,
  offer: 'Rent',
  tradeTerm: null,
  startsAt: daysLater(10),
  returnBy: daysLater(13),
  openCents: 0,
  receivedCents: 1_000_000,
};

type Change = Partial<Omit<OrderFacts, 'cars'>> & { car?: Partial<CarFacts> };
const changed = (facts: OrderFacts, { car, ...change }: Change): OrderFacts => ({
  ...facts,
  ...change,
  cars: [{ ...CAR, ...facts.cars[0], ...car }],
});
const paid = changed(SALE, { openCents: 0, receivedCents: 1_000_000, contractAccepted: true, hasConsignee: true });
const ready = changed(paid, { car: { papers: PAPERS } });
const aboard = changed(ready, { car: { papers: PAPERS, steps: ['loaded', 'sailed'] } });
const completed = changed(aboard, { life: 'completed', endedAt: daysLater(60), car: { arrivalTold: daysLater(60) } });
const canceled: Change = { life: 'cancelled', endedAt: daysLater(1) };
const lapsed = changed(SALE, { ...canceled, isLapsed: true, wasPaid: false, wasBooked: false, receivedCents: 0 });
/** The terms of orders from before the rule. */
const OLD: OrderFacts['terms'] = {
  ...SALE.terms,
  requiresSteps: false,
  cancelFreeDays: 30,
  cancelUntil: 'loaded',
  keptCancelBps: 10_000,
  keptUnpaidBps: 0,
};

const BACK = ['pick_up', 'return'] as const;
const pickedUp = changed(RENTAL, { car: { steps: ['pick_up'] } });
const returned = changed(RENTAL, { car: { steps: BACK, returnedAt: daysLater(14) } });

type State = { state: string; facts: OrderFacts; now: Date };
const state = (name: string, facts: OrderFacts, days = 1): State => ({ state: name, facts, now: daysLater(days) });

/** The states of an order that the table shows. */
export const STATES: readonly State[] = [
  state(
    'held, nothing paid',
    changed(SALE, { life: 'held', wasBooked: false, receivedCents: 0, openCents: 1_000_000, wasPaid: false }),
  ),
  state(
    'held, a part arrived',
    changed(SALE, { life: 'held', wasBooked: false, receivedCents: 100, openCents: 999_900 }),
  ),
  state('booked, free days', SALE),
  state('booked, later', SALE, 10),
  state('paid, no contract', changed(paid, { contractAccepted: false }), 10),
  state('paid, no consignee', changed(paid, { hasConsignee: false }), 10),
  state('paid, contract and consignee', paid, 10),
  state('one export paper', changed(paid, { car: { papers: ['deregistration'] } }), 10),
  state('all export papers', ready, 10),
  state('papers, letter missing', changed(ready, { car: { papers: PAPERS, needsMakersLetter: true } }), 10),
  state('papers, balance open', changed(ready, { openCents: 750_000 }), 10),
  state('on a sailing, not loaded', changed(ready, { car: { papers: PAPERS, isOnSailing: true } }), 10),
  state('aboard', aboard, 40),
  state('aboard, CIF', changed(aboard, { tradeTerm: 'CIF' }), 40),
  state(
    'arrived, CIF',
    changed(aboard, { tradeTerm: 'CIF', car: { papers: PAPERS, steps: ['loaded', 'arrived'] } }),
    50,
  ),
  state('bill of lading', changed(aboard, { car: { papers: PAPERS, steps: ['loaded', 'bill_of_lading'] } }), 40),
  state('loaded, report withdrawn', changed(ready, { car: { papers: PAPERS, withdrawn: ['aboard'] } }), 40),
  state('export paper, report withdrawn', changed(paid, { car: { withdrawn: ['papers'] } }), 10),
  state('handed over, papers', changed(ready, { car: { papers: PAPERS, isHandedOver: true } }), 40),
  state('watch-list hit, all papers', changed(ready, { isChecked: true }), 10),
  state('claim, all papers', changed(ready, { isClaimed: true }), 10),
  state('dispute, all papers', changed(ready, { isDisputed: true }), 10),
  state('completed, claim days', completed, 61),
  state('completed, days over', completed, 91),
  state('completed, claim', changed(completed, { isClaimed: true }), 91),
  state(
    'completed, car must come back',
    changed(completed, { refundsAwaitReturn: true, car: { ...aboard.cars[0], isAway: true } }),
    91,
  ),
  state('canceled', changed(SALE, canceled)),
  state('canceled, nothing paid', changed(SALE, { ...canceled, wasPaid: false })),
  state('hold lapsed, car free', changed(lapsed, { car: { isFree: true } })),
  state('hold lapsed, car gone', lapsed),
  state('hold lapsed, a part had arrived', changed(lapsed, { wasPaid: true, car: { isFree: true } })),
  state(
    'canceled at sea',
    changed(aboard, { ...canceled, refundsAwaitReturn: true, car: { ...aboard.cars[0], isAway: true } }),
  ),
  state(
    'canceled at sea, lost',
    changed(aboard, { ...canceled, car: { ...aboard.cars[0], isAway: true, isLost: true } }),
  ),
  state('aboard, lost', changed(aboard, { car: { ...aboard.cars[0], isAway: true, isLost: true } }), 40),
  state(
    'claim decided, car must come back',
    changed(aboard, { isReduced: true, refundsAwaitReturn: true, car: { ...aboard.cars[0], isAway: true } }),
    40,
  ),
  state(
    'claim decided, car lost',
    changed(aboard, { isReduced: true, car: { ...aboard.cars[0], isAway: true, isLost: true } }),
    40,
  ),
  state('claim decided, car back', changed(aboard, { isReduced: true, car: { ...aboard.cars[0], isBack: true } }), 40),
  state('completed, car back', changed(completed, { car: { ...aboard.cars[0], isBack: true } }), 91),
  state('old terms, 29 days', changed(SALE, { terms: OLD }), 29),
  state('old terms, 31 days', changed(SALE, { terms: OLD }), 31),
  state('old terms, paid, no steps', changed(paid, { terms: OLD, contractAccepted: false, hasConsignee: false }), 10),
  state('old terms, aboard', changed(aboard, { terms: OLD }), 20),
  state('old terms, handed over', changed(paid, { terms: OLD, car: { isHandedOver: true } }), 20),
  state('rental, before it begins', RENTAL),
  state('rental, in the 12 hours before it begins', RENTAL, 9.6),
  state('rental, begun', RENTAL, 11),
  state('rental, license not checked', changed(RENTAL, { hasLicense: false }), 11),
  state('rental, balance open', changed(RENTAL, { openCents: 1, receivedCents: 250_000 }), 11),
  state('rental, security not taken', changed(RENTAL, { securityMissingCents: 1 }), 11),
  state('rental, security held', changed(RENTAL, { securityHeldCents: 1 }), 11),
  state('rental, deposit held on a card', changed(RENTAL, { isCardHeld: true }), 11),
  state('rental, card being asked', changed(RENTAL, { securityMissingCents: 1, isCardAsked: true }), 11),
  state('rental, too early for a card', changed(RENTAL, { securityMissingCents: 1 }), 5),
  state('rental, too long for a card', changed(RENTAL, { securityMissingCents: 1, returnBy: daysLater(17) }), 11),
  state('rental, car not back from another', changed(RENTAL, { car: { isElsewhere: true } }), 11),
  state('rental, picked up', pickedUp, 11),
  state('rental, picked up, security held', changed(pickedUp, { securityHeldCents: 1 }), 11),
  state('rental, pick-up report withdrawn', changed(RENTAL, { car: { withdrawn: ['pick_up'] } }), 9),
  state('rental, late', pickedUp, 14),
  state('rental, returned in time', changed(returned, { car: { steps: BACK, returnedAt: daysLater(13) } }), 14),
  state('rental, returned late', returned, 15),
  state('rental, claim', changed(returned, { isClaimed: true }), 15),
  state('rental, dispute', changed(RENTAL, { isDisputed: true }), 11),
  state('rental, watch-list hit', changed(RENTAL, { isChecked: true }), 11),
  state('rental, completed', changed(returned, { life: 'completed', endedAt: daysLater(15) }), 15),
  state('rental, canceled', changed(RENTAL, canceled), 11),
  state(
    'old terms, rental with balance open',
    changed(RENTAL, { terms: OLD, openCents: 1, securityMissingCents: 1 }),
    11,
  ),
];
/** Acts of rentals. The document shows them for rentals only. */
export const RENTAL_ACTS: readonly OrderAct[] = [
  'pick_up',
  'report_pick_up',
  'bring_back',
  'report_return',
  'take_security',
  'return_security',
  'hold_card',
  'charge',
  'charge_late',
  'charge_no_show',
  'extend',
];

export type Cell = 'yes' | Reason | `second: ${Reason}`;
const cellOf = (answer: Answer): Cell =>
  answer.may === 'yes' ? 'yes' : answer.may === 'no' ? answer.why : `second: ${answer.why}`;

/** Returns the answer to each act in each state. */
export function actTable(): { state: string; cells: Record<OrderAct, Cell> }[] {
  return STATES.map(({ state: name, facts, now }) => ({
    state: name,
    cells: Object.fromEntries(ORDER_ACTS.map((act) => [act, cellOf(answerTo(act, facts, now))])) as Record<
      OrderAct,
      Cell
    >,
  }));
}
