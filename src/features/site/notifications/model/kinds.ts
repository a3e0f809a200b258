import { z } from 'zod';

/** How a kind is emailed: when it happens, in the daily email, or never. */
export const EMAIL_CHOICES = ['now', 'digest', 'off'] as const;
export type EmailChoice = (typeof EMAIL_CHOICES)[number];

/** Where a person gets notifications of a kind. A push goes to the browsers that the person subscribed. */
export type Channels = { inApp: boolean; email: EmailChoice; push: boolean };

const cents = z.int().nonnegative();
/** A page of this site, with its query. */
const path = z.string().regex(/^\/(?![/\\])/);

const car = z.object({ id: z.int(), name: z.string(), path, isRental: z.boolean() });

/** Why a car is in a notification: it newly fits, costs less, was sold, or is back on offer. */
export const CAR_REASONS = ['new', 'cheaper', 'sold', 'back'] as const;
export type CarReason = (typeof CAR_REASONS)[number];

const pricedCar = car.extend({ cents, wasCents: cents.nullable(), reason: z.enum(CAR_REASONS) });
export type NotifiedCar = z.output<typeof pricedCar>;

const cars = z.object({
  name: z.string(),
  path,
  count: z.int().positive(),
  /** The first of them. */
  cars: z.array(pricedCar),
});

const changedRules = z.object({
  name: z.string(),
  path,
  country: z.string(),
  /** The first changed rules, as the page of the country words them. */
  changes: z.array(z.string()),
  moreChanges: z.int().nonnegative(),
  /** How many cars the search found when they were last counted, and now. */
  before: z.int().nonnegative(),
  now: z.int().nonnegative(),
});

const ASKED_FOR: Channels = { inApp: true, email: 'now', push: true };
const NOT_ASKED_FOR: Channels = { inApp: true, email: 'digest', push: true };

/**
 * What people are notified of: the facts of each kind and where it goes unless the person chose otherwise. Its words are the messages
 * `notifications.<kind>…`. A kind that nobody asked for is never emailed at once by default.
 */
export const NOTIFICATION_KINDS = {
  'search.cars': { facts: cars, channels: ASKED_FOR },
  'search.rules': { facts: changedRules, channels: NOT_ASKED_FOR },
  'seller.cars': { facts: cars, channels: NOT_ASKED_FOR },
  'favorite.cheaper': { facts: car.extend({ cents, wasCents: cents }), channels: NOT_ASKED_FOR },
  'favorite.sold': { facts: car, channels: NOT_ASKED_FOR },
  'favorite.back': { facts: car.extend({ cents }), channels: NOT_ASKED_FOR },
  'favorite.held': { facts: car, channels: { inApp: true, email: 'off', push: false } },
} as const satisfies Record<string, { facts: z.ZodType; channels: Channels }>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
export const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];
export const isKind = (text: string): text is NotificationKind => Object.hasOwn(NOTIFICATION_KINDS, text);

export type FactsOf<Kind extends NotificationKind> = z.output<(typeof NOTIFICATION_KINDS)[Kind]['facts']>;
/** A kind with its facts. */
export type News = { [Kind in NotificationKind]: { kind: Kind; facts: FactsOf<Kind> } }[NotificationKind];

/** Returns the facts of a stored notification; null for a kind or facts that this release does not know. */
export function readNews(kind: string, facts: unknown): News | null {
  if (!isKind(kind)) return null;
  const read = NOTIFICATION_KINDS[kind].facts.safeParse(facts);
  return read.success ? ({ kind, facts: read.data } as News) : null;
}
