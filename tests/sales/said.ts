/** An amount of an order as one place states it. */
export type Said = { what: string; by: string; cents: number };

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Returns a sentence for each amount that places state differently. */
export function contradictions(said: readonly Said[]): string[] {
  return [...Map.groupBy(said, ({ what }) => what)]
    .filter(([, places]) => new Set(places.map(({ cents }) => cents)).size > 1)
    .map(([what, places]) => `${what}: ${places.map(({ by, cents }) => `${by} ${dollars(cents)}`).join(', ')}`);
}

/** Several amounts that one place states. */
export function sayings(by: string, amounts: Record<string, number>): Said[] {
  return Object.entries(amounts).map(([what, cents]) => ({ what, by, cents }));
}

export const sum = <Item>(items: readonly Item[], cents: (item: Item) => number) =>
  items.reduce((total, item) => total + cents(item), 0);
