import type { Order } from './order.ts';

/** Who receives the cars of an order. */
export type Consignee = {
  name: string;
  address: string;
  idNumber: string;
  /** ISO 3166, two letters. */
  country: string;
  phone: string;
  /** Whom the carrier tells of the arrival; empty: the consignee. */
  notifyParty: string;
};

export const MAX_CONSIGNEE_LENGTH = { name: 140, address: 300, id_number: 40, phone: 30, notify_party: 300 } as const;

/** How long a change waits once money has arrived. */
export const CONSIGNEE_WAIT_MS = 86_400_000;

/** Whether a change needs the password and an emailed code, and waits a day: once the order is booked or money has arrived. */
export function isConsigneeLocked({ life, receivedCents }: Pick<Order, 'life' | 'receivedCents'>): boolean {
  return life !== 'held' || receivedCents > 0;
}

const SHOWN_END = 3;
const SHORTEST_WITH_END = 7;

/** Hides an identity number except for its last three characters, and a short one as a whole. */
export function maskedIdNumber(id: string): string {
  if (id === '') return '';
  return `•••${id.length < SHORTEST_WITH_END ? '' : id.slice(-SHOWN_END)}`;
}
