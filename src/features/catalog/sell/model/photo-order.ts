/** Returns a copy of the list with one item moved. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  const rest = items.filter((_, place) => place !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
