import type { Point } from './camera.ts';
import { simplified } from './outline.ts';

export type Stop = readonly [offset: number, color: string, opacity?: number];
type Look = { opacity?: number; clip?: string };

const COLOR = /#[0-9a-f]{6}\b|#fff\b/g;
const FINE_LINE = 2.4;
const CLOSE_ENOUGH = 0.45;

/** Collects shapes in painting order, and the gradients they use. */
export class Sheet {
  /** Scale of line widths. */
  pen = 1;
  /** Changes the colors of the following shapes, for example to night colors. */
  tint: ((color: string) => string) | undefined;
  readonly #defs: string[] = [];
  readonly #shapes: string[] = [];

  add(markup: string): void {
    this.#shapes.push(this.#tinted(markup));
  }

  /** A filled outline; `edge` is the color of a fine line around it. */
  fill(outline: readonly Point[], paint: string, { opacity, clip, edge }: Look & { edge?: string } = {}): void {
    if (outline.length < 3) return;
    const stroke = edge ? ` stroke="${edge}" stroke-width="${short(FINE_LINE * this.pen)}"` : '';
    this.add(
      `<path d="${pathOf(outline)}z" fill="${paint}"${stroke}${attribute('opacity', opacity)}${attribute('clip-path', clip)}/>`,
    );
  }

  line(points: readonly Point[], color: string, width: number, { opacity, clip }: Look = {}): void {
    if (points.length < 2) return;
    this.add(
      `<path d="${pathOf(points)}" fill="none" stroke="${color}" stroke-width="${short(width * this.pen)}"${attribute('opacity', opacity)}${attribute('clip-path', clip)}/>`,
    );
  }

  /** A gradient along a line across the sheet; returns the paint that uses it. */
  gradient([x1, y1]: Point, [x2, y2]: Point, stops: readonly Stop[]): string {
    return this.define(
      (id) =>
        `<linearGradient id="${id}" href="#u" x1="${short(x1)}"${attribute('y1', short(y1))} x2="${short(x2)}"${attribute('y2', short(y2))}>${stops.map(stopOf).join('')}</linearGradient>`,
    );
  }

  /** A round gradient, squeezed and turned by a transform matrix where one is given. */
  glow([cx, cy]: Point, radius: number, stops: readonly Stop[], transform?: string): string {
    return this.define(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${short(cx)}" cy="${short(cy)}" r="${short(radius)}"${transform ? ` gradientTransform="${transform}"` : ''}>${stops.map(stopOf).join('')}</radialGradient>`,
    );
  }

  clip(outline: readonly Point[]): string {
    return this.define((id) => `<clipPath id="${id}"><path d="${pathOf(outline)}z"/></clipPath>`);
  }

  define(markup: (id: string) => string): string {
    const id = `d${this.#defs.length.toString(36)}`;
    this.#defs.push(this.#tinted(markup(id)));
    return `url(#${id})`;
  }

  #tinted(markup: string): string {
    return this.tint ? markup.replace(COLOR, this.tint) : markup;
  }

  svg(width: number, height: number): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" stroke-linecap="round"><defs><linearGradient id="u" gradientUnits="userSpaceOnUse" y1="0" y2="0"/>${this.#defs.join('')}</defs>${this.#shapes.join('')}</svg>`;
  }
}

const short = (value: number): string => String(Math.round(value * 10) / 10).replace(/^(-?)0\./, '$1.');
const attribute = (name: string, value: number | string | undefined): string =>
  value === undefined || value === '0' ? '' : ` ${name}="${value}"`;
const stopOf = ([offset, color, opacity]: Stop): string =>
  `<stop${attribute('offset', String(Math.round(offset * 1000) / 1000).replace(/^0\./, '.'))} stop-color="${color}"${attribute('stop-opacity', opacity)}/>`;

/** Path data in half pixels, each step relative to where the rounded line really is. */
export function pathOf(points: readonly Point[]): string {
  const [start, ...rest] = simplified(points, CLOSE_ENOUGH);
  let [x, y] = [half(start![0]), half(start![1])];
  let path = `M${x} ${y}l`;
  for (const point of rest) {
    const [nextX, nextY] = [half(point[0]), half(point[1])];
    if (nextX === x && nextY === y) continue;
    for (const step of [short(nextX - x), short(nextY - y)])
      path += path.endsWith('l') || step.startsWith('-') ? step : ` ${step}`;
    [x, y] = [nextX, nextY];
  }
  return path;
}

const half = (value: number): number => Math.round(value * 2) / 2;
