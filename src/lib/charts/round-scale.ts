import { scaleLinear } from 'd3-scale';

const MAX_STEPS = 5;

type RoundScale = {
  /** Round numbers at even steps, ascending. */
  ticks: number[];
  /** Returns the position of a value. */
  at(value: number): number;
};

/**
 * Creates a linear scale with round ticks that covers zero and all values. `places` are the positions of its two ends.
 */
export function roundScale(values: number[], range: [lowest: number, highest: number]): RoundScale {
  const [min, max] = [Math.min(0, ...values), Math.max(0, ...values)];
  const steps = Math.min(MAX_STEPS, Math.ceil(max - min) || 1);
  const scale = scaleLinear([min, max > min ? max : min + 1], range).nice(steps);
  return { ticks: scale.ticks(steps), at: scale };
}
