import type { ImportCar } from '../car.ts';
import { type CentsRange, type Charges, chargesOf } from '../charges/charges.ts';
import type { Missing } from '../charges/operators.ts';
import { exactly, mapRange, plus, type Range } from '../charges/range.ts';
import type { Rates } from '../charges/rates.ts';
import type { Assessment } from '../conditions/facts.ts';
import type { PreparedCountry } from '../prepare-country.ts';
import type { PaidTo } from '../rows/charge-row.ts';
import type { Source } from '../rows/source-row.ts';
import { freightOf, insuranceOf, type Journey, type Priced, transitOf } from './freight.ts';

/** What a buyer pays CarQuay, in cents of US dollars. */
export type Offer = {
  /** The seller's price, taken as FOB: the car aboard in China. */
  priceCents: number;
  /** Our 8 % and registration fee. They are no duty, and no part of a customs value. */
  taxCents: number;
  feeCents: number;
  /** The model's price as new in US dollars, if known. */
  newPrice: Range | null;
};

export type LandedPart = {
  code: 'car' | 'carquay' | 'freight' | 'insurance';
  amount: CentsRange;
  paidTo: PaidTo;
  sources: Source[];
  checkedOn: string | null;
};

/** What no source gives a price for. It is named beside the total, which does not include it. */
export type NotIncluded = 'exportFees' | 'portFees' | 'clearing' | 'inland';

export type LandedCost = {
  country: string;
  journey: Journey;
  parts: LandedPart[];
  fob: CentsRange;
  cfr: CentsRange | null;
  cif: CentsRange | null;
  /** Paid in the country; its `missing` is part of ours. */
  charges: Charges;
  /** Cents of US dollars; null if anything is missing. */
  total: CentsRange | null;
  shownAs: Charges['shownAs'];
  transitDays: { least: number; most: number } | null;
  missing: Missing[];
  notIncluded: NotIncluded[];
};

/** Adds up what a car costs at a port, and the charges of its country. */
export function landedCostOf(
  prepared: PreparedCountry,
  offer: Offer,
  journey: Journey,
  car: ImportCar,
  at: Assessment,
  rates: Rates,
): LandedCost {
  const fob = exactly(offer.priceCents);
  const own = exactly(offer.taxCents + offer.feeCents);
  const missing: Missing[] = [];
  const freight = freightOf(prepared, journey, car.volumeCbm);
  if (freight === null || freight === 'volume') missing.push({ what: freight === null ? 'freight' : 'volume' });
  const cfr = isPriced(freight) ? plus(fob, freight.amount) : null;
  const insurance = cfr && insuranceOf(prepared, journey, cfr);
  if (cfr && !insurance) missing.push({ what: 'insurance' });
  const cif = cfr && insurance ? plus(cfr, insurance.amount) : null;
  if (prepared.row.landlocked === 'yes') missing.push({ what: 'inland' });
  const values = {
    currency: 'USD',
    cif: cif && dollars(cif),
    fob: dollars(fob),
    newPrice: offer.newPrice,
    customsValue: null,
  };
  const charges = chargesOf(prepared, values, car, at, rates);
  missing.push(...charges.missing.filter(({ what }) => what !== 'cif'));
  const total = cif && charges.total && missing.length === 0 ? plus(plus(cif, own), charges.total.amount) : null;
  return {
    country: prepared.country,
    journey,
    parts: [
      { code: 'car', amount: fob, paidTo: 'seller', sources: [], checkedOn: null },
      { code: 'carquay', amount: own, paidTo: 'carquay', sources: [], checkedOn: null },
      ...(isPriced(freight) ? [part('freight', 'carrier', freight)] : []),
      ...(insurance ? [part('insurance', 'insurer', insurance)] : []),
    ],
    fob,
    cfr,
    cif,
    charges,
    total,
    shownAs: total === null ? 'none' : charges.shownAs,
    transitDays: transitOf(prepared, journey),
    missing,
    notIncluded: notIncluded(charges),
  };
}

const isPriced = (freight: Priced | 'volume' | null): freight is Priced => freight !== null && freight !== 'volume';

const dollars = (cents: CentsRange): Range => mapRange(cents, (amount) => amount / 100);

function part(code: LandedPart['code'], paidTo: PaidTo, { amount, sources, checkedOn }: Priced): LandedPart {
  return { code, amount, paidTo, sources, checkedOn };
}

function notIncluded({ lines }: Charges): NotIncluded[] {
  const clearing = lines.some(({ kind, paidTo }) => kind === 'service' && paidTo === 'agent');
  return ['exportFees', 'portFees', ...(clearing ? [] : (['clearing'] as const)), 'inland'];
}
