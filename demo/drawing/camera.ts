export type Point = readonly [x: number, y: number];
export type Place = readonly [x: number, y: number, z: number];

/** Position of the camera in meters: the car's nose is at x 0, its near side is +y, the ground is z 0. */
export type Camera = { eye: Place; project(place: Place): Point };

export const HORIZON = 500;
const FRAME_CENTER = 800;

type Stand = {
  angle: number;
  distance: number;
  height: number;
  lens: number;
  target: number;
  aside?: number;
  shift?: number;
};

/**
 * A level camera with a shift lens: uprights stay upright and the horizon stays on its line. Angle 90 looks at the side,
 * less at the nose, more at the tail; it turns about a point on the ground `target` behind the nose and `aside` of it.
 */
export function cameraAt({ angle, distance, height, lens, target, aside = 0, shift = 0 }: Stand): Camera {
  const turn = (angle * Math.PI) / 180;
  const ahead: Point = [Math.cos(turn), -Math.sin(turn)];
  const right: Point = [Math.sin(turn), Math.cos(turn)];
  const eye: Place = [target - ahead[0] * distance, aside - ahead[1] * distance, height];
  const project = ([x, y, z]: Place): Point => {
    const depth = (x - eye[0]) * ahead[0] + (y - eye[1]) * ahead[1];
    const across = (x - eye[0]) * right[0] + (y - eye[1]) * right[1];
    return [FRAME_CENTER + shift + (lens * across) / depth, HORIZON + (lens * (height - z)) / depth];
  };
  return { eye, project };
}

export const subtract = (a: Place, b: Place): Place => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Place, b: Place): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Place, b: Place): Place => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function unit(a: Place): Place {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}
