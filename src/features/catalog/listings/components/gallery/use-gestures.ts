import { useEffect, useRef, useState } from 'react';

/** How a picture is shown: its magnification and the shift of its center, in pixels. */
type View = { zoom: number; x: number; y: number };
type Point = { x: number; y: number };
type Size = { width: number; height: number };

export const WHOLE: View = { zoom: 1, x: 0, y: 0 };
export const MAX_ZOOM = 4;
const DOUBLE_TAP_ZOOM = 2.5;

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

const TAP_MS = 300;
/** Movement in pixels up to which a touch is a tap. */
const TAP_SLOP = 10;

type Gesture = { startedAt: number; start: Point; view: View; center: Point; spread: number; moved: boolean };

/**
 * Pinch, pan, double tap, wheel and swipe on a stage. `turn` gets the number of places that a swipe moves, seen from left
 * to right. `drag` is the distance of an unfinished swipe in pixels.
 */
export function useGestures(turn: (places: number) => void) {
  const stage = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(WHOLE);
  const [drag, setDrag] = useState<number | null>(null);
  const pointers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture | null>(null);
  const lastTap = useRef<{ at: number; point: Point } | null>(null);

  const show = (next: View) => {
    const current = stage.current;
    if (current) setView(withinStage(next, sizeOf(current), pictureSize(current)));
  };
  const zoomBy = (factor: number, point: Point = { x: 0, y: 0 }) => show(zoomAt(view, view.zoom * factor, point));

  /** Restarts from the pointers that are down: a second finger begins a pinch, a lifted one ends it. */
  const begin = (moved: boolean) => {
    const points = [...pointers.current.values()];
    const center = centerOf(points);
    gesture.current =
      points.length === 0
        ? null
        : { startedAt: performance.now(), start: center, view, center, spread: spreadOf(points), moved };
  };

  const tap = (point: Point) => {
    const now = performance.now();
    const last = lastTap.current;
    if (last && now - last.at < TAP_MS && distance(last.point, point) < TAP_SLOP * 3) {
      lastTap.current = null;
      show(view.zoom > 1 ? WHOLE : zoomAt(view, DOUBLE_TAP_ZOOM, point));
    } else lastTap.current = { at: now, point };
  };

  const handlers = {
    onPointerDown: (event: React.PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, pointIn(event));
      begin(pointers.current.size > 1);
    },
    onPointerMove: (event: React.PointerEvent) => {
      const { current } = gesture;
      if (!current || !pointers.current.has(event.pointerId)) return;
      pointers.current.set(event.pointerId, pointIn(event));
      const points = [...pointers.current.values()];
      const center = centerOf(points);
      const x = center.x - current.start.x;
      const y = center.y - current.start.y;
      if (Math.hypot(x, y) > TAP_SLOP) current.moved = true;
      if (points.length > 1) {
        const pinched = zoomAt(current.view, (current.view.zoom * spreadOf(points)) / current.spread, current.start);
        show({ ...pinched, x: pinched.x + x, y: pinched.y + y });
      } else if (current.view.zoom > 1) show({ ...current.view, x: current.view.x + x, y: current.view.y + y });
      else if (current.moved) setDrag(x);
    },
    onPointerUp: (event: React.PointerEvent) => {
      const { current } = gesture;
      if (!current || !pointers.current.delete(event.pointerId)) return;
      if (pointers.current.size > 0) return begin(true);
      gesture.current = null;
      if (!current.moved) tap(pointIn(event));
      else if (drag !== null) {
        turn(placesMoved(drag, event.currentTarget.clientWidth, performance.now() - current.startedAt));
      }
      setDrag(null);
    },
    onPointerCancel: (event: React.PointerEvent) => {
      pointers.current.delete(event.pointerId);
      begin(true);
      setDrag(null);
    },
  };

  useWheel(stage, (event) =>
    zoomBy(event.deltaY < 0 ? 1.2 : 1 / 1.2, fromCenter(stage.current, event.clientX, event.clientY)),
  );
  return { stage, view, drag, handlers, zoomBy, show };
}

/** React's wheel listeners are passive, so that they cannot keep the browser from zooming the page. */
function useWheel(stage: React.RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void) {
  const latest = useRef(onWheel);
  useEffect(() => {
    latest.current = onWheel;
  });
  useEffect(() => {
    const { current } = stage;
    const handle = (event: WheelEvent) => {
      event.preventDefault();
      latest.current(event);
    };
    current?.addEventListener('wheel', handle, { passive: false });
    return () => current?.removeEventListener('wheel', handle);
  }, [stage]);
}

const pointIn = (event: React.PointerEvent) => fromCenter(event.currentTarget, event.clientX, event.clientY);

function fromCenter(stage: Element | null, clientX: number, clientY: number): Point {
  const box = stage?.getBoundingClientRect();
  if (!box) return { x: 0, y: 0 };
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
}

const sizeOf = ({ clientWidth: width, clientHeight: height }: Element): Size => ({ width, height });

/** The natural size of the picture in view, or that of the stage before it is loaded. */
function pictureSize(stage: Element): Size {
  const pictures = stage.querySelectorAll<HTMLImageElement>('[data-current] picture img');
  const shown = [...pictures].find(({ naturalWidth, offsetWidth }) => naturalWidth > 0 && offsetWidth > 0);
  return shown ? { width: shown.naturalWidth, height: shown.naturalHeight } : sizeOf(stage);
}

function centerOf(points: Point[]): Point {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

function spreadOf([one, other]: Point[]): number {
  return one && other ? Math.max(distance(one, other), 1) : 1;
}
