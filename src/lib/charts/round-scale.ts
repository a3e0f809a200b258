import { scaleLinear } from 'd3-scale';

const STEPS = 5;

type RoundScale = {
  /** Round numbers at even steps, the lowest first. */
  ticks: number[];
  /** Where a value is drawn. */
  at(value: number): number;
};

/** Draws counts or amounts between two places, from a round number at or below them and zero to one at or above them. */
export function roundScale(values: number[], places: [lowest: number, highest: number]): RoundScale {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const steps = Math.min(STEPS, Math.ceil(most - least) || 1);
  const scale = scaleLinear([least, most > least ? most : least + 1], places).nice(steps);
  return { ticks: scale.ticks(steps), at: scale };
}
