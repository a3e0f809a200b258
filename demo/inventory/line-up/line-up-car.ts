import type { FuelType } from '../../../src/features/catalog/listings/model/listing.ts';

/** A model with one engine, and its trims from basic to top. */
export type LineUpCar = {
  model: string;
  /** First model year with this engine. */
  since: number;
  /** Weight among the cars of its maker. */
  weight: number;
  fuel: FuelType;
  engineCc: number | null;
  trims: string[];
};

export type LineUp = { make: string; worldMakerCode: string; weight: number; cars: LineUpCar[] };

/** The cars of one plant's maker; the code opens their VINs. A trim that says MT or CVT has that gearbox. */
export function lineUp(make: string, worldMakerCode: string, weight: number, ...cars: LineUpCar[]): LineUp {
  return { make, worldMakerCode, weight, cars };
}

export function electric(model: string, since: number, weight: number, ...trims: string[]): LineUpCar {
  return { model, since, weight, fuel: 'electric', engineCc: null, trims };
}

const burning =
  (fuel: FuelType) =>
  (model: string, since: number, weight: number, engineCc: number, ...trims: string[]): LineUpCar => ({
    model,
    since,
    weight,
    fuel,
    engineCc,
    trims,
  });

export const petrol = burning('petrol');
export const diesel = burning('diesel');
export const hybrid = burning('hybrid');
export const cng = burning('cng');
