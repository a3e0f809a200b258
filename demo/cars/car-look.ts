import type { CarBody } from './car-body.ts';
import type { CarPaint } from './paint.ts';

export type CarView = 'front' | 'side' | 'rear' | 'cabin';
export type CarFace = 'closed' | 'grille';
export type CabinColour = 'dark' | 'tan' | 'light';

export type CarLook = { body: CarBody; view: CarView; paint: CarPaint; face: CarFace; cabin?: CabinColour };

export type OutsideLook = Required<CarLook> & { view: 'front' | 'side' | 'rear' };
