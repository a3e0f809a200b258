import type pg from 'pg';
import { changeRulesOfKenya, mailRuleNews } from '../mail/rule-news.ts';

/** The emails about changed import rules to the buyers of two orders to Kenya. */
export const ruleChanges = (pool: pg.Pool, makeOrders: () => Promise<[number, number]>) => ({
  items: async (): Promise<[number, number]> => {
    const orders = await makeOrders();
    for (const order of orders)
      await pool.query(
        `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
         values ($1, 'Amina Otieno', 'Mombasa', '', 'KE', '+254700000000', '', false, now(), now(), now())`,
        [order],
      );
    await changeRulesOfKenya(pool);
    return orders;
  },
  fails: ['order_rule_news', 'new.order_id = $'] as [string, string],
  run: (onError: (error: unknown) => void) => mailRuleNews(pool, onError),
  isDone: 'select 1 from order_rule_news where order_id = $1',
});
