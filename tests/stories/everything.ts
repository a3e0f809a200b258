import fc from 'fast-check';
import {
  Book,
  CancelByBuyer,
  Complete,
  Hold,
  HoldLapses,
  PayByCard,
  PayInCash,
  TimePasses,
  TransferArrives,
} from './acts.ts';
import { AtOnce, RefundAtProvider, RefundByStaff, RefundsEnd } from './refund-acts.ts';
import type { Act, Notes, Story } from './story.ts';

const part = fc.oneof(fc.constantFrom(1_000, 1_001, 999, 500, 250), fc.integer({ min: 1, max: 1_500 }));
const booking = fc.integer({ min: 0, max: 1 }).map((buyer) => new Book(buyer));
const money = [
  part.map((one) => new PayByCard(one)),
  part.map((one) => new PayInCash(one)),
  part.map((one) => new TransferArrives(one)),
];
const ending = [fc.constant(new Complete()), fc.constant(new CancelByBuyer())];
const act: fc.Arbitrary<Act> = fc.oneof(booking, ...money, ...ending);

export const everything: fc.Arbitrary<fc.AsyncCommand<Notes, Story>>[] = [
  booking,
  fc.constantFrom(1 as const, 3 as const).map((cars) => new Hold(cars)),
  ...money,
  ...ending,
  fc.constant(new HoldLapses()),
  fc.constantFrom(0, 5, 8, 12, 30).map((days) => new TimePasses(days)),
  fc
    .constantFrom('done' as const, 'failed' as const, 'lost' as const, 'pending' as const)
    .map((one) => new RefundsEnd(one)),
  part.map((one) => new RefundByStaff(one)),
  part.map((one) => new RefundAtProvider(one)),
  fc.tuple(act, act).map((acts) => new AtOnce(acts)),
];
