type NamedOrder = { orderId: number; nextCents: number; openCents: number };

/**
 * Returns how a transfer that names several orders is split among them, by order: if it is the sum of what they owe next, or of all that they
 * owe. Empty if it is neither, so that somebody decides.
 */
export function splitAmong(cents: number, orders: NamedOrder[]): Map<number, number> {
  if (orders.length < 2) return new Map();
  for (const owed of ['nextCents', 'openCents'] as const) {
    const sum = orders.reduce((total, order) => total + order[owed], 0);
    if (sum === cents && orders.every((order) => order[owed] > 0))
      return new Map(orders.map((order) => [order.orderId, order[owed]]));
  }
  return new Map();
}
