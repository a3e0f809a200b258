import type { Body } from './body.ts';
import { flatbed, truck } from './pickups.ts';
import { executive, fastback, sedan, wagon } from './sedans.ts';
import { city, hatchback, supermini } from './small-cars.ts';
import { convertible, coupe } from './sports-cars.ts';
import { coupesuv, crossover, largesuv, offroader, suv } from './suvs.ts';
import { minivan, mpv, van } from './vans.ts';

const ALL = {
  city,
  supermini,
  hatchback,
  sedan,
  executive,
  fastback,
  wagon,
  coupe,
  convertible,
  crossover,
  suv,
  largesuv,
  coupesuv,
  offroader,
  mpv,
  minivan,
  van,
  truck,
  flatbed,
};

export type CarBody = keyof typeof ALL;

/** The drawn bodies by the name that picture keys use. */
export const BODIES: Record<CarBody, Body> = ALL;
