import { carForDocument } from '#features/catalog/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Sale, SalesResponse } from '../../model/contract-contract.ts';
import { orderNumber } from '../../model/order.ts';
import { pendingConsignee } from '../consignee/consignee-store.ts';
import { type SaleRow, salesOf } from './contract-store.ts';

/** Returns the sold cars of a seller, the newest first. */
export async function mySales(db: Queryable, sellerId: number): Promise<SalesResponse> {
  const items = [];
  for (const row of await salesOf(db, sellerId)) items.push(await toSale(db, row));
  return { items };
}

async function toSale(db: Queryable, row: SaleRow): Promise<Sale> {
  const { name, year } = await carForDocument(db, row.listingId);
  const change = row.life === 'active' ? await pendingConsignee(db, row.orderId) : null;
  const isOpen = row.requiresContract && row.acceptedAt === null && row.life === 'active';
  return {
    order_id: row.orderId,
    number: orderNumber(row.orderId),
    life: row.life,
    listing_id: row.listingId,
    car: `${year} ${name}`,
    price_cents: row.priceCents,
    share_cents: row.priceCents - row.commissionCents,
    sold_at: row.soldAt.toISOString(),
    contract: row.acceptedAt !== null ? 'accepted' : isOpen ? 'open' : 'not_needed',
    consignee_change: change && {
      name: change.name,
      country: change.country,
      effective_at: change.effectiveAt.toISOString(),
    },
  };
}
