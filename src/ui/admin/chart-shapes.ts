import { scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { roundScale } from '#lib/charts/round-scale.ts';

export type ChartKind = 'line' | 'area';
export type Dot = { x: number; y: number };
export type ChartShapes = {
  /** Ticks of the y axis, ascending. */
  ticks: { value: number; y: number }[];
  line: string;
  /** Null in line charts. */
  area: string | null;
  dots: Dot[];
};

/** Computes the SVG paths of a series in a 100 by 100 box. */
export function chartShapes(kind: ChartKind, values: number[]): ChartShapes {
  const y = roundScale(values, [100, 0]);
  const x = scalePoint([...values.keys()], [0, 100]).padding(0.5);
  const dots = values.map((value, at): Dot => ({ x: x(at) ?? 0, y: y.at(value) }));
  return {
    ticks: y.ticks.map((value) => ({ value, y: y.at(value) })),
    line: drawLine(dots) ?? '',
    area: kind === 'area' ? drawArea(y.at(0))(dots) : null,
    dots,
  };
}

const drawLine = line<Dot>(
  ({ x }) => x,
  ({ y }) => y,
).digits(2);
const drawArea = (ground: number) =>
  area<Dot>(
    ({ x }) => x,
    () => ground,
    ({ y }) => y,
  ).digits(2);
