/**
 * The 'as described' promise for cars for sale. It says what buyers may claim and how claims are decided, so it must agree with the terms of
 * orders. A changed text needs a new version: an order keeps the version that was shown before its buyer paid, and old versions stay here.
 */

export type PromiseTerms = {
  version: number;
  covered: readonly string[];
  howMuch: string;
  /** May name {days}, after the handover, and {arrivalDays}, by the terms of new orders. */
  howLong: string;
  notCovered: readonly string[];
};

export const PROMISES: readonly PromiseTerms[] = [
  {
    version: 1,
    covered: [
      'The car differs from its description in a way that matters to its value or use.',
      'The car is damaged in a way that the description and its photos do not show.',
      'The car did not arrive by the latest date that you were told.',
      'The car is not the one that its papers describe.',
    ],
    howMuch:
      'At most what you paid for the car through CarQuay. Opening a claim freezes what we still hold of it. What was paid out to the seller before is claimed back from the seller, so claim early.',
    howLong:
      'Until the day that the terms of your order name: by default 14 days after the handover, and 60 days after the latest expected arrival if the car did not arrive.',
    notCovered: [
      'Wear and defects that the description, its photos or the inspection report name.',
      'Damage that happened after the handover.',
      'Money that you paid to the seller outside CarQuay.',
      'Duties and charges at the destination, and cars for rent.',
    ],
  },
  {
    version: 2,
    covered: [
      'The car differs from its description in a way that matters to its value or use.',
      'The car is damaged in a way that the description and its photos do not show.',
      'The car did not arrive by the latest date that you were told.',
      'The car is not the one that its papers describe.',
    ],
    howMuch:
      'At most what you paid for the car through CarQuay. Opening a claim freezes what we hold of it, and the seller is paid only after the days for claims. If you get all your money back, you first send the car back, unless it never arrived.',
    howLong:
      'Until {days} days after the handover, or {arrivalDays} days after the latest expected arrival if the car did not arrive. Your order keeps the days that were in force when it was made. This is our money-back guarantee; how long you can cancel instead is said before you pay.',
    notCovered: [
      'Wear and defects that the description, its photos or the inspection report name.',
      'Damage that happened after the handover.',
      'Money that you paid to the seller outside CarQuay.',
      'Duties and charges at the destination, and cars for rent.',
    ],
  },
];

export const PROMISE_VERSION = 2;
