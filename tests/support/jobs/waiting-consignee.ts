import type pg from 'pg';

/** Names another consignee, due to take effect two days ago. Returns the id. */
export async function waitingConsignee(pool: pg.Pool, order: number): Promise<number> {
  const { rows } = await pool.query(
    `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at)
     values ($1, 'Otieno Motors', '4 Moi Avenue', '', 'KE', '+254712345678', '', true, now() - interval '3 days', now() - interval '2 days')
     returning id`,
    [order],
  );
  return rows[0].id;
}
