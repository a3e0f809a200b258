import { expect, test } from 'vitest';
import { MAX_ZOOM, placesMoved, WHOLE, withinStage, zoomAt } from './use-gestures.ts';

const stage = { width: 400, height: 800 };
const picture = { width: 1600, height: 1200 };

test('keeps the point under the finger in place while zooming', () => {
  const point = { x: 100, y: -40 };
  const view = zoomAt(WHOLE, 2, point);
  expect(view).toEqual({ zoom: 2, x: -100, y: 40 });
  expect(zoomAt(view, 1, point)).toEqual(WHOLE);
});

test('limits the magnification', () => {
  expect(zoomAt(WHOLE, 50, { x: 0, y: 0 }).zoom).toBe(MAX_ZOOM);
  expect(zoomAt(WHOLE, 0.1, { x: 0, y: 0 }).zoom).toBe(1);
});

test('moves a picture up to its edge, and not at all where it is smaller than the stage', () => {
  // The picture fits with 400 × 300 pixels. Twice as large, it is 200 pixels wider on each side, and lower than the stage.
  expect(withinStage({ zoom: 2, x: 999, y: 50 }, stage, picture)).toEqual({ zoom: 2, x: 200, y: 0 });
  expect(withinStage({ zoom: 4, x: -999, y: -999 }, stage, picture)).toEqual({ zoom: 4, x: -600, y: -200 });
  expect(withinStage({ zoom: 1, x: 30, y: 30 }, stage, picture)).toEqual(WHOLE);
});

test('turns to the next picture after a fifth of the width, or a short flick', () => {
  expect(placesMoved(-100, 400, 900)).toBe(1);
  expect(placesMoved(100, 400, 900)).toBe(-1);
  expect(placesMoved(-60, 400, 900)).toBe(0);
  expect(placesMoved(-60, 400, 100)).toBe(1);
  expect(placesMoved(-20, 400, 100)).toBe(0);
});
