import { bodyOf, type CarFacts, colourOf, fuelOf, gearboxOf, inWords, nameOf, upperFirst } from './car-facts.ts';
import type { Phrase } from './phrases.ts';

const isElectric = (car: CarFacts) => fuelOf(car) === 'electric';
const isRoomy = ({ vehicle }: CarFacts) => vehicle.trim.seats >= 6;

export const hireOpeners: Phrase[] = [
  { say: (car) => `${nameOf(car)} by the day in ${car.place.city}.` },
  { say: (car) => `A ${car.vehicle.year} ${bodyOf(car)} for your days in ${car.place.city}.` },
  {
    say: (car) =>
      `${upperFirst(colourOf(car))} ${nameOf(car)} with ${inWords(car.vehicle.trim.seats)} seats and ${gearboxOf(car)}.`,
  },
  { say: (car) => `Visit suppliers around ${car.place.city} at your own pace.` },
  { say: (car) => `Room for ${inWords(car.vehicle.trim.seats)} and their bags.`, when: isRoomy },
  { say: (car) => `Rent it for a day or a month: ${car.vehicle.year} ${nameOf(car)}.` },
  { say: (car) => `Try the ${nameOf(car)} for a few days before you buy one.` },
];

export const hireDetails: Phrase[] = [
  { say: () => 'Handed over with at least 80 % charge.', when: isElectric },
  {
    say: () => 'Public fast chargers are everywhere in the city, and the charging app is set up for you.',
    when: isElectric,
  },
  { say: () => 'Handed over with a full tank; bring it back the same way.', when: (car) => !isElectric(car) },
  { say: () => 'Cleaned and checked after every hire.' },
  { say: () => 'A child seat can be fitted if you ask a day ahead.' },
  { say: () => 'One driver by default; a second one can be added at pick-up.' },
];

export const hireFarewells: Phrase[] = [
  { say: (car) => `Pick-up in ${car.place.city}, at the airport or the railway station.` },
  { say: () => 'Foreign visitors need a temporary Chinese driving permit; we help with the form.' },
  { say: (car) => `Collected and returned at our yard in ${car.place.city}.` },
  { say: () => 'Bring your passport and your driving licence.' },
];
