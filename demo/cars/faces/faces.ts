import { bar, blade, round, split } from './closed-faces.ts';
import type { Face } from './face.ts';
import { beams, crest, mesh, slats, slim, slot, wing } from './grille-faces.ts';

const ALL = { bar, split, blade, round, crest, slats, mesh, slim, wing, slot, beams };

export type CarFace = keyof typeof ALL;

/** The drawn faces by the name that picture keys use. */
export const FACES: Record<CarFace, Face> = ALL;
