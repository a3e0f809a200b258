import {
  bodyOf,
  type CarFacts,
  colorOf,
  fuelOf,
  gearboxOf,
  grouped,
  inWords,
  isUntouched,
  kmOf,
  listOf,
  nameOf,
  rangeKmOf,
  upperFirst,
} from './car-facts.ts';

/** A phrase about a car, with the condition under which it is true. */
export type Phrase = { say: (car: CarFacts) => string; when?: (car: CarFacts) => boolean };

const works = (car: CarFacts) => ['van', 'truck'].includes(car.vehicle.kind.model.body);
const burns = (car: CarFacts) => ['petrol', 'diesel', 'cng'].includes(fuelOf(car));
const isElectric = (car: CarFacts) => fuelOf(car) === 'electric';
const plugsIn = (car: CarFacts) => fuelOf(car) === 'hybrid' && !/Hybrid/.test(car.vehicle.trim.name);
const used = (car: CarFacts) => !isUntouched(car);
const unhurt = (car: CarFacts) => car.history.noAccidentHistory;

export const openers: Phrase[] = [
  { say: (car) => `${car.vehicle.year} ${nameOf(car)} ${car.vehicle.trim.name} in ${colorOf(car)}.` },
  { say: (car) => `A ${car.vehicle.year} ${nameOf(car)} with ${kmOf(car)}, located in ${car.place.city}.` },
  { say: (car) => `${nameOf(car)} in ${colorOf(car)}, model year ${car.vehicle.year}, ${kmOf(car)}.` },
  { say: (car) => `${upperFirst(colorOf(car))} outside with a ${car.interior.name.toLowerCase()} interior.` },
  { say: (car) => `This ${nameOf(car)} is the ${car.vehicle.trim.name} version.` },
  { say: (car) => `${upperFirst(bodyOf(car))} with ${gearboxOf(car)} and ${kmOf(car)} on the odometer.` },
  {
    say: (car) =>
      `You are looking at a ${nameOf(car)} from ${car.vehicle.year}, available to view in ${car.place.city}.`,
  },
  { say: (car) => `One owner from new, ${kmOf(car)}.`, when: (car) => car.history.owners === 1 && used(car) },
  { say: (car) => `${kmOf(car)} in the hands of one owner.`, when: (car) => car.history.owners === 1 && used(car) },
  {
    say: (car) => `A well-kept ${bodyOf(car)} from ${car.vehicle.year}.`,
    when: (car) => car.condition === 'Excellent' && used(car),
  },
  {
    say: (car) => `Nearly new, with only ${kmOf(car)}.`,
    when: (car) => car.age < 1 && car.condition === 'Excellent' && used(car),
  },
  {
    say: (car) => `An honest ${bodyOf(car)} with some wear, priced accordingly.`,
    when: (car) => car.condition === 'Fair',
  },
  {
    say: (car) => `A working ${bodyOf(car)} with ${kmOf(car)}, still in daily use.`,
    when: (car) => works(car) && used(car),
  },
  {
    say: (car) => `${upperFirst(inWords(car.vehicle.trim.seats))} seats for a big family, ${kmOf(car)}.`,
    when: ({ vehicle }) => vehicle.trim.seats >= 6 && vehicle.kind.model.body !== 'truck',
  },
  { say: (car) => `Delivery mileage only: ${kmOf(car)} from the factory to our yard.`, when: isUntouched },
  { say: () => 'Never driven on the road, with the film still on the seats.', when: isUntouched },
  {
    say: (car) => `An easy car for the city: small and electric, with ${kmOf(car)}.`,
    when: (car) => isElectric(car) && car.vehicle.kind.model.body === 'hatchback',
  },
];

export const histories: Phrase[] = [
  {
    say: (car) => `${upperFirst(inWords(car.history.owners))} previous owners are on the registration record.`,
    when: (car) => car.history.owners > 1,
  },
  { say: (car) => `First sold in ${car.place.city} and registered there ever since.`, when: used },
  {
    say: (car) => `It has averaged about ${grouped(Math.round(car.mileageKm / car.age / 500) * 500)} km a year.`,
    when: (car) => car.age > 1.5,
  },
  { say: () => 'Paint thickness is even on every panel.', when: unhurt },
  { say: () => 'No collision repairs on the insurance record.', when: unhurt },
  { say: () => 'The frame is straight and no panel has been replaced.', when: unhurt },
  { say: () => 'Privately owned, mostly driven to work and back.', when: (car) => used(car) && !works(car) },
  { say: () => 'Owned by a company and driven by one person.', when: (car) => used(car) && car.history.owners === 1 },
  { say: () => 'It has passed our inspection and is certified.', when: (car) => car.history.certified },
  { say: () => 'Documents are in order: no loan, no unpaid fines, no pending registration.' },
];

export const bumps: Phrase[] = [
  { say: () => 'A minor bump at the front was repaired: new bumper and one fender, frame undamaged.' },
  { say: () => 'The insurance record shows one small rear-end repair.' },
  { say: () => 'One door was repaired and repainted after a parking lot bump.' },
  { say: () => 'The front bumper was replaced after a low-speed collision; the airbags are original.' },
];

export const drives: Phrase[] = [
  {
    say: (car) => `Battery health was ${batteryHealth(car)}% at the last check.`,
    when: (car) => isElectric(car) && used(car),
  },
  {
    say: () => 'The charging socket is the Chinese GB/T type, so plan for an adapter.',
    when: (car) => isElectric(car) || plugsIn(car),
  },
  { say: () => 'The portable charger comes with the car.', when: (car) => isElectric(car) || plugsIn(car) },
  {
    say: (car) =>
      `Rated at ${rangeKmOf(car)} km on the Chinese test cycle; expect about ${Math.round(rangeKmOf(car)! * 0.078) * 10} km in daily use.`,
    when: (car) => isElectric(car) && rangeKmOf(car) !== null,
  },
  {
    say: (car) => `About ${Math.round((rangeKmOf(car)! * 0.8) / 5) * 5} km on electricity, then the engine takes over.`,
    when: (car) => plugsIn(car) && (rangeKmOf(car) ?? 999) < 320,
  },
  { say: () => 'Quiet and electric in town, with petrol for long trips.', when: plugsIn },
  { say: () => 'The hybrid never needs plugging in.', when: (car) => fuelOf(car) === 'hybrid' && !plugsIn(car) },
  { say: () => 'The engine starts easily when cold and idles smoothly.', when: burns },
  { say: () => 'No leaks under the engine and no warning lights.', when: burns },
  { say: () => 'The clutch and transmission are smooth.', when: (car) => car.vehicle.trim.transmission === 'manual' },
  {
    say: () => 'The CVT pulls away without shuddering.',
    when: (car) => car.vehicle.trim.transmission === 'cvt' && burns(car),
  },
  {
    say: () => 'The transmission shifts cleanly, hot or cold.',
    when: (car) => car.vehicle.trim.transmission === 'automatic' && burns(car),
  },
  { say: () => 'Pulls well from low revs and does not smoke.', when: (car) => fuelOf(car) === 'diesel' },
  { say: () => 'Runs on petrol or CNG; both were tested.', when: (car) => fuelOf(car) === 'cng' },
  { say: () => 'Left-hand drive.' },
];

export const services: Phrase[] = [
  {
    say: () => 'Oil and filters were changed within the last three months.',
    when: (car) => car.history.recentServicing && !isElectric(car),
  },
  { say: () => 'Serviced recently, with the receipt in the glove box.', when: (car) => car.history.recentServicing },
  { say: () => 'Brake fluid, coolant and cabin filter are new.', when: (car) => car.history.recentServicing },
  {
    say: () => 'The front brake pads were replaced at the last service.',
    when: (car) => car.history.recentServicing && car.age > 2,
  },
  {
    say: () => 'Plan for a service on arrival.',
    when: (car) => !car.history.recentServicing && used(car) && car.mileageKm > 15_000,
  },
  {
    say: () => 'The next service is due soon.',
    when: (car) => !car.history.recentServicing && used(car) && car.mileageKm > 8_000,
  },
  {
    say: () => 'Still within the first service interval.',
    when: (car) => !car.history.recentServicing && car.mileageKm < 8_000 && used(car),
  },
];

export const equipments: Phrase[] = [
  { say: (car) => `Comes with ${fittings(car)}.`, when: (car) => fittings(car) !== '' },
  { say: (car) => `${upperFirst(fittings(car))}, tested and working.`, when: (car) => fittings(car) !== '' },
  { say: (car) => `Equipped with ${fittings(car)}.`, when: (car) => fittings(car) !== '' },
  { say: () => 'Two keys and the owner’s manual are included.' },
  {
    say: () => 'The main screen can be set to English.',
    when: ({ vehicle }) => vehicle.year >= 2021 && vehicle.kind.model.newPriceUsd > 13_000,
  },
  {
    say: () => 'The screen is in Chinese only.',
    when: ({ vehicle }) => vehicle.year < 2021 && vehicle.kind.model.newPriceUsd > 9_000,
  },
  { say: () => 'The air conditioning blows cold within a minute.' },
  {
    say: () => 'Simple equipment with little that can go wrong.',
    when: (car) => car.vehicle.kind.model.newPriceUsd < 10_000 && !car.equipment.sunroof,
  },
  {
    say: () => 'The added equipment is listed under modifications.',
    when: (car) => car.history.modificationDetails !== null,
  },
];

export const flaws: Phrase[] = [
  { say: () => 'Light scratch on the rear bumper.' },
  { say: () => 'Stone chips along the edge of the hood.' },
  { say: () => 'Curb rash on two wheels.' },
  { say: () => "The driver's seat shows wear on the outer edge.", when: (car) => car.mileageKm > 40_000 },
  { say: () => 'A small chip in the windshield, out of the driver’s view.' },
  { say: () => 'There is a scratch as long as a hand on the left rear door.' },
  { say: () => 'The front tires have one season left.', when: (car) => car.mileageKm > 30_000 },
  { say: () => 'The steering wheel is shiny from use.', when: (car) => car.mileageKm > 60_000 },
  { say: () => 'The truck bed is scratched from use.', when: (car) => car.vehicle.kind.model.body === 'truck' },
  {
    say: () => 'The plastic around the trunk opening is scuffed.',
    when: (car) => car.vehicle.kind.model.body !== 'truck',
  },
  { say: () => 'The paint on the roof has lost some shine.', when: (car) => car.age > 6 },
  { say: () => 'The hood struts are weak and due for replacement.', when: (car) => car.age > 6 },
];

export const praises: Phrase[] = [
  { say: () => 'No marks worth mentioning.' },
  { say: () => 'The interior looks unused.' },
  { say: () => 'All four tires are from the same set, with plenty of tread.' },
  { say: () => 'Garage-kept and never smoked in.', when: used },
];

export const farewells: Phrase[] = [
  {
    say: (car) => `Can ship from ${car.place.leavesFrom}.`,
    when: ({ place }) => place.leavesFrom.endsWith('port'),
  },
  { say: (car) => `Ships from ${car.place.leavesFrom}.`, when: ({ place }) => !/ by /.test(place.leavesFrom) },
  { say: (car) => `Leaves from ${car.place.leavesFrom}.`, when: ({ place }) => / by /.test(place.leavesFrom) },
  { say: () => 'The export license is ready.' },
  { say: () => 'Ask for a cold start video and we will send one.', when: burns },
  { say: () => 'Ask for a video of the whole car and we will film it for you.' },
  { say: (car) => `You are welcome to inspect it in ${car.place.city}, or send someone you trust.` },
  { say: () => 'Fits a standard container.', when: (car) => !works(car) },
];

function batteryHealth({ age, mileageKm }: CarFacts): number {
  return Math.max(78, Math.round(100 - age * 1.3 - mileageKm / 45_000));
}

function fittings({ equipment }: CarFacts): string {
  const { gps, sunroof, leatherSeats, backupCamera } = equipment;
  const present: (string | false)[] = [
    gps && 'navigation',
    sunroof && 'a sunroof',
    leatherSeats && 'leather seats',
    backupCamera && 'a backup camera',
  ];
  return listOf(present.filter((fitting) => fitting !== false));
}
