import type { MessageKey } from '#lib/i18n/translator.ts';
import { BATTERY_NAMES, type FieldName, hasBattery, RENTAL_NAMES } from '../listing-fields.ts';

/** Facts or form values. Empty texts, null and missing facts are unknown. */
type Compared = Partial<Record<FieldName | 'year' | 'RentSell', unknown>>;

type FactConflicts = Partial<Record<FieldName, MessageKey>>;

/** Years between the model year and the year of production of one car. */
const YEARS_APART = 1;

/** Returns facts that contradict each other or `today`, YYYY-MM-DD, each with a message. */
export function factConflicts(facts: Compared, today: string): FactConflicts {
  const conflicts: FactConflicts = {};
  const built = textIn(facts.productionMonth);
  const registered = textIn(facts.firstRegistrationMonth);
  const measured = textIn(facts.batteryHealthDate);
  const thisMonth = today.slice(0, 7);
  if (built > thisMonth) conflicts.productionMonth = 'sell.conflict.future';
  else if (built !== '' && yearsApart(facts.year, built) > YEARS_APART)
    conflicts.productionMonth = 'sell.conflict.productionYear';
  if (registered > thisMonth) conflicts.firstRegistrationMonth = 'sell.conflict.future';
  else if (registered !== '' && registered < built) conflicts.firstRegistrationMonth = 'sell.conflict.beforeProduction';
  if (measured > today) conflicts.batteryHealthDate = 'sell.conflict.future';
  else if (measured !== '' && built !== '' && measured.slice(0, 7) < built)
    conflicts.batteryHealthDate = 'sell.conflict.beforeProduction';
  if (!hasBattery(facts.fuelType)) {
    for (const name of BATTERY_NAMES) if (textIn(facts[name]) !== '') conflicts[name] = 'sell.conflict.fuel';
  }
  return { ...conflicts, ...rentalConflicts(facts) };
}

/** Both hours or none, because one of them could contradict an hour of the order terms. */
function rentalConflicts(facts: Compared): FactConflicts {
  const conflicts: FactConflicts = {};
  const { RentSell: offer, rentalPickUpHour: pickUp, rentalReturnHour: back } = facts;
  if (offer === 'Sell') {
    for (const name of RENTAL_NAMES) if (textIn(facts[name]) !== '') conflicts[name] = 'sell.conflict.forSale';
  } else if (textIn(back) === '' && textIn(pickUp) !== '') conflicts.rentalReturnHour = 'sell.conflict.bothHours';
  else if (textIn(pickUp) === '' && textIn(back) !== '') conflicts.rentalPickUpHour = 'sell.conflict.bothHours';
  else if (textIn(back) !== '' && Number(back) <= Number(pickUp))
    conflicts.rentalReturnHour = 'sell.conflict.returnHour';
  return conflicts;
}

/** Whether the production year is not the model year, which is possible but worth a second look. */
export function differsFromModelYear(facts: Pick<Compared, 'year' | 'productionMonth'>): boolean {
  const built = textIn(facts.productionMonth);
  return MONTH.test(built) && yearsApart(facts.year, built) === YEARS_APART;
}

export const MONTH = /^(19|20)\d{2}-(0[1-9]|1[0-2])$/;

const textIn = (value: unknown) => (value === null || value === undefined ? '' : String(value).trim());

/** 0 if the year is not known. */
function yearsApart(year: unknown, month: string): number {
  return /^\d{4}$/.test(textIn(year)) ? Math.abs(Number(year) - Number(month.slice(0, 4))) : 0;
}
