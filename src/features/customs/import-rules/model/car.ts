import type { DateRange } from './calendar.ts';
import type { CarName } from './references/match-reference.ts';

export const FUELS = ['petrol', 'diesel', 'electric', 'hybrid', 'cng', 'lpg'] as const;
type Fuel = (typeof FUELS)[number];

export const BODIES = ['sedan', 'suv', 'hatchback', 'truck', 'coupe', 'wagon', 'van', 'convertible'] as const;
type Body = (typeof BODIES)[number];

export const BUYERS = ['person', 'company', 'dealer', 'returning'] as const;
/** `returning` is a national who moves back home. */
export type Buyer = (typeof BUYERS)[number];

/**
 * A standard that papers of the car prove. `local:GH` is a certificate issued for the car under the program of that
 * country.
 */
export type Proof = 'gulf' | 'saudi' | 'eu' | 'us' | `local:${string}`;

/** The facts of a car that rules and charges depend on. Unknown facts are null. */
export type ImportCar = {
  production: DateRange | null;
  firstRegistration: DateRange | null;
  modelYear: number | null;
  steering: 'left' | 'right' | null;
  fuel: Fuel | null;
  engineCc: number | null;
  powerKw: number | null;
  /** The Euro or China stage: 5 for 'China 5' and 'Euro 5'. */
  emissionStage: number | null;
  /** Proven standards; empty if none is proven. */
  conformity: readonly Proof[];
  body: Body | null;
  /** ISO 3166 country of assembly. */
  madeIn: string | null;
  curbWeightKg: number | null;
  co2: number | null;
  /** For freight. */
  volumeCbm: number | null;
  /** For lists of reference prices. */
  name?: CarName | undefined;
};
export type CarFact = Exclude<keyof ImportCar, 'name'>;

export const UNKNOWN_CAR: ImportCar = {
  production: null,
  firstRegistration: null,
  modelYear: null,
  steering: null,
  fuel: null,
  engineCc: null,
  powerKw: null,
  emissionStage: null,
  conformity: [],
  body: null,
  madeIn: null,
  curbWeightKg: null,
  co2: null,
  volumeCbm: null,
};
