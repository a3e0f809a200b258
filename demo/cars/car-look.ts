import type { CarBody } from './bodies/bodies.ts';
import type { CarFace } from './faces/faces.ts';
import type { CarPaint } from './paint.ts';

export type CarView = 'front' | 'side' | 'rear' | 'cabin';
export type CabinColor = 'dark' | 'tan' | 'light';

export type CarLook = {
  body: CarBody;
  view: CarView;
  paint: CarPaint;
  face: CarFace;
  cabin?: CabinColor;
  night?: boolean;
};

export type ExteriorLook = CarLook & { view: 'front' | 'side' | 'rear'; cabin: CabinColor };
