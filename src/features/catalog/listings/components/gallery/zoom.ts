/** How a picture is shown: its magnification and the shift of its center, in pixels. */
export type View = { zoom: number; x: number; y: number };
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };

export const WHOLE: View = { zoom: 1, x: 0, y: 0 };
export const MAX_ZOOM = 4;
export const DOUBLE_TAP_ZOOM = 2.5;

/** Magnifies around a point, given from the center of the stage, so that what is under it stays there. */
export function zoomAt(view: View, zoom: number, point: Point): View {
  const next = Math.min(Math.max(zoom, 1), MAX_ZOOM);
  const factor = next / view.zoom;
  return { zoom: next, x: point.x - (point.x - view.x) * factor, y: point.y - (point.y - view.y) * factor };
}

/** Keeps the picture over the stage: it cannot be moved further than its edge. */
export function withinStage({ zoom, x, y }: View, stage: Size, picture: Size): View {
  const fit = Math.min(stage.width / picture.width, stage.height / picture.height);
  const room = (of: number, inside: number) => Math.max(0, (of * fit * zoom - inside) / 2);
  const limit = (value: number, most: number) => Math.min(Math.max(value, -most), most);
  return {
    zoom,
    x: limit(x, room(picture.width, stage.width)),
    y: limit(y, room(picture.height, stage.height)),
  };
}

/** Share of the stage's width after which a drag shows the next picture. */
const TURNS_AT = 0.2;

/** Returns -1, 0 or 1: by how many places a horizontal drag moves, seen from left to right. A flick is shorter than a drag. */
export function placesMoved(dragX: number, stageWidth: number, durationMs: number): number {
  const isFlick = durationMs < 250 && Math.abs(dragX) > 30;
  if (!isFlick && Math.abs(dragX) < stageWidth * TURNS_AT) return 0;
  return dragX < 0 ? 1 : -1;
}
