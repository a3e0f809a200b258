import { bigMakers } from './big-makers.ts';
import { foreignMakes } from './foreign-makes.ts';
import type { LineUp } from './line-up-car.ts';
import { newEnergy } from './new-energy.ts';
import { otherMakers } from './other-makers.ts';

/** Everything that stands in the yards, weighted by how often it does. */
export const lineUps: LineUp[] = [...bigMakers, ...otherMakers, ...newEnergy, ...foreignMakes];
