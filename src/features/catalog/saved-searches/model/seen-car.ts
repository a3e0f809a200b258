import type { CarFacts } from './car-facts.ts';

/** `review`: a change of the seller waits for a moderator. `away`: paused, rejected or deleted. */
export type CarState = 'public' | 'sold' | 'review' | 'away';

/** A car as it was last seen. */
export type SeenCar = {
  state: CarState;
  facts: CarFacts;
  /** The lowest price that people were told. */
  toldCents: number;
  /** The price before the last drop that was told. */
  wasCents: number | null;
  /** How often the car was published after it had been sold or away. */
  generation: number;
  /** How many price drops were told. */
  drops: number;
  isHeld: boolean;
  publishedAt: Date;
  droppedAt: Date | null;
};

/** A car as it is now. `facts` is null unless it is public. */
export type CurrentCar = { state: CarState; facts: CarFacts | null; isHeld: boolean };
