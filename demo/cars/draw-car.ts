import { type Camera, cameraAt, type Place } from '../drawing/camera.ts';
import { steps } from '../drawing/curve.ts';
import { dusk } from '../drawing/dusk.ts';
import { Sheet } from '../drawing/sheet.ts';
import { drawBackdrop } from './backdrop.ts';
import { BODIES } from './bodies/bodies.ts';
import type { Body } from './bodies/body.ts';
import type { CarLook, ExteriorLook } from './car-look.ts';
import { drawCabin } from './draw-cabin.ts';
import { drawFlank } from './draw-flank.ts';
import { drawGlasshouse } from './draw-glasshouse.ts';
import { drawLights } from './draw-lights.ts';
import { drawNose } from './draw-nose.ts';
import { drawBed, drawCockpit, drawRail } from './draw-open-top.ts';
import { drawGroundShadow } from './draw-shadow.ts';
import { drawLid, drawShell, type Shading } from './draw-shell.ts';
import { drawSpare } from './draw-spare.ts';
import { drawTail } from './draw-tail.ts';
import { drawNearWheels, tireOutline } from './draw-wheel.ts';
import { FACES } from './faces/faces.ts';
import { darker, hex, PAINTS, PLASTIC, shade } from './paint.ts';
import { shellPlace } from './shell.ts';

export const WIDTH = 1600;
export const HEIGHT = 1200;

const LOWER_LEVELS = [0, 0.06, 0.11, 0.16, 0.24, 0.33, 0.42, 0.52, 0.62, 0.7, 0.77, 0.83, 0.88, 0.92, 0.96, 1];
/** The level of the glasshouse where the roof begins. */
const ROOF = 0.87;
const UPPER_LEVELS = [0, 0.4, 0.8, 0.88, 0.94, 1];

/** Draws one view of a demo car as SVG. */
export function drawCar(look: CarLook): string {
  const { body: name, view, paint, face, cabin = 'dark', night = false } = look;
  if (view === 'cabin') return drawCabin(look);
  const sheet = new Sheet();
  drawBackdrop(sheet, night);
  drawCarOn(sheet, { body: name, view, paint, face, cabin, night });
  return sheet.svg(WIDTH, HEIGHT);
}

/** Draws the car and its shadow without a backdrop. By default the camera fits the car to the frame. */
export function drawCarOn(
  sheet: Sheet,
  look: ExteriorLook,
  camera: Camera = cameraFor(BODIES[look.body], look.view),
  { onGround = true } = {},
): void {
  const body = BODIES[look.body];
  sheet.tint = look.night ? dusk : undefined;
  if (onGround) drawGroundShadow(sheet, camera, body);
  drawExterior(sheet, camera, body, look);
  sheet.tint = undefined;
  if (look.night) drawLights(sheet, camera, body, look);
}

function drawExterior(
  sheet: Sheet,
  camera: Camera,
  body: Body,
  { view, paint, face: faceName, cabin }: ExteriorLook,
): void {
  const face = FACES[faceName];
  const finish = PAINTS[paint];
  const { lower, wheel } = body;
  const painted = (normal: Place, place: Place) => shade(finish, normal, place, camera.eye);
  const roofed: Shading = (normal, place, level) =>
    shade(level > ROOF ? PAINTS.black : finish, normal, place, camera.eye);
  const seam = hex(darker(finish.base, 0.6));
  const track = lower.half(0.4) - 0.015;
  for (const side of [-track, track]) {
    for (const at of [wheel.front, wheel.rear]) sheet.fill(tireOutline(camera, at, wheel.radius, side), '#0e1114');
  }
  drawLid(sheet, camera, lower, painted, 6);
  drawShell(sheet, camera, lower, LOWER_LEVELS, (normal, place, level) =>
    shade(level < body.cladding ? PLASTIC : finish, normal, place, camera.eye),
  );
  if (view !== 'rear') drawNose(sheet, camera, body, view, face, seam);
  if (view === 'rear') drawTail(sheet, camera, body, face, seam);
  if (body.bed) drawBed(sheet, camera, body, body.bed);
  if (body.open) drawCockpit(sheet, camera, body, view, cabin);
  else drawUpper(sheet, camera, body, view, body.blackRoof ? roofed : painted);
  drawFlank(sheet, camera, body, finish, face);
  drawNearWheels(sheet, camera, body, track, body.wheel.face ?? face.wheel);
  if (body.spare && view !== 'front') drawSpare(sheet, camera, body, finish);
}

function drawUpper(sheet: Sheet, camera: Camera, body: Body, view: ExteriorLook['view'], painted: Shading): void {
  if (body.rails) drawRail(sheet, camera, body, -1);
  drawLid(sheet, camera, body.upper, painted, 5);
  drawShell(sheet, camera, body.upper, UPPER_LEVELS, painted);
  drawGlasshouse(sheet, camera, body, view);
  if (body.rails) drawRail(sheet, camera, body, 1);
}

const STANDS = {
  front: { angle: 35, distance: 8.4, width: 1345 },
  side: { angle: 90, distance: 13, width: 1390 },
  rear: { angle: 145, distance: 8.4, width: 1345 },
};
const USUAL_LENGTH = 4.85;
/** The height of the camera, in meters, which centers high and low, short and long cars alike. */
const eyeHeight = ({ upper, length }: Body): number =>
  0.35 + 0.55 * upper.rim(length / 2) + 0.1 * (length - USUAL_LENGTH);

/** Creates a camera with the whole car in the middle of the frame, in which longer cars look longer. */
export function cameraFor(body: Body, view: ExteriorLook['view']): Camera {
  const { width, ...place } = STANDS[view];
  const stand = { ...place, height: eyeHeight(body) };
  const target = body.length / 2;
  const trial = cameraAt({ ...stand, lens: 1000, target });
  const xs = steps(0, 6, 120).map((t) => trial.project(shellPlace(body.lower, t, 0.4))[0]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const lens = (1000 * width * (body.length / USUAL_LENGTH) ** 0.15) / (right - left);
  return cameraAt({ ...stand, lens, target, shift: ((WIDTH - left - right) / 2) * (lens / 1000) });
}
