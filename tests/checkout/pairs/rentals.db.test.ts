import { randomUUID } from 'node:crypto';
import { testPairs } from '../../support/acts/act-pairs.ts';
import { report, site } from '../../support/mail/order-scenes.ts';
import { rental } from '../../support/mail/way-walks.ts';
import { postForm } from '../../support/server/test-app.ts';

type Rented = Awaited<ReturnType<typeof rental>>;

const SECURITY = 20_000;
const security =
  (kind: 'taken' | 'returned') =>
  ({ order }: Rented) =>
    site.office(`orders/${order}/security`, { key: randomUUID(), kind, method: 'cash', amount_cents: SECURITY });
const charge = ({ order }: Rented) => {
  const fields: [string, string | File][] = [
    ['key', randomUUID()],
    ['kind', 'damage'],
    ['amount_cents', '15000'],
    ['reason', 'A scratch on the door.'],
    ['evidence', new File(['%PDF-1.4\n% a repair bill\n%%EOF\n'], 'bill.pdf')],
  ];
  return postForm(site.app, `/api/admin/orders/${order}/charges`, fields, { cookie: site.admin.cookie });
};
const complete = ({ order }: Rented) => site.office(`orders/${order}/complete`, undefined);
const cancelByOffice = async ({ order }: Rented) => {
  const { rows } = await site.pool.query('select min(id)::int as id from payments where order_id = $1', [order]);
  return site.office(`payments/${rows[0].id}/refund`, { reason: 'The car broke down.' });
};

testPairs('a rental before its pick-up', () => rental(), {
  pick_up: ({ order }) => report(order, { step: 'pick_up' }),
  take_security: security('taken'),
  cancel_by_office: cancelByOffice,
});

testPairs(
  'a rented car',
  async () => {
    const rented = await rental();
    await security('taken')(rented);
    await report(rented.order, { step: 'pick_up' });
    return rented;
  },
  {
    bring_back: ({ order }) => report(order, { step: 'return' }),
    return_security: security('returned'),
    charge,
    complete,
  },
);
