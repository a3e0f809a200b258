import { bodyOf, type CarFacts, colorOf, fuelOf, gearboxOf, inWords, nameOf, upperFirst } from './car-facts.ts';
import type { Phrase } from './phrases.ts';

const isElectric = (car: CarFacts) => fuelOf(car) === 'electric';
const isRoomy = ({ vehicle }: CarFacts) => vehicle.trim.seats >= 6;

export const hireOpeners: Phrase[] = [
  { say: (car) => `${nameOf(car)} by the day in ${car.place.city}.` },
  { say: (car) => `A ${car.vehicle.year} ${bodyOf(car)} for your stay in ${car.place.city}.` },
  {
    say: (car) =>
      `${upperFirst(colorOf(car))} ${nameOf(car)} with ${inWords(car.vehicle.trim.seats)} seats and ${gearboxOf(car)}.`,
  },
  { say: (car) => `Visit suppliers around ${car.place.city} at your own pace.` },
  { say: (car) => `Room for ${inWords(car.vehicle.trim.seats)} and their bags.`, when: isRoomy },
  { say: (car) => `Rent it for a day or a month: ${car.vehicle.year} ${nameOf(car)}.` },
  { say: (car) => `Try the ${nameOf(car)} for a few days before you buy one.` },
];

export const hireDetails: Phrase[] = [
  { say: () => 'Handed over with at least 80% charge.', when: isElectric },
  {
    say: () => 'There are public fast chargers all over the city, and we set up the charging app for you.',
    when: isElectric,
  },
  { say: () => 'Handed over with a full tank; please return it full.', when: (car) => !isElectric(car) },
  { say: () => 'Cleaned and checked after every rental.' },
  { say: () => 'A child seat can be fitted with one day’s notice.' },
  { say: () => 'One driver is included; a second one can be added at pick-up.' },
];

export const hireFarewells: Phrase[] = [
  { say: (car) => `Pick-up in ${car.place.city}, at the airport or the train station.` },
  { say: () => 'Foreign visitors need a temporary Chinese driving permit. We help with the form.' },
  { say: (car) => `Pick-up and return at our yard in ${car.place.city}.` },
  { say: () => 'Bring your passport and your driver’s license.' },
];
