import { randomUUID } from 'node:crypto';
import { applyDueConsignees } from '#features/orders/consignees/server/change-consignee.ts';
import { followAccountChanges } from '#features/orders/holds/server/account-changes.ts';
import type { OrderNews } from '#features/payments/order-acts/model/order-news.ts';
import { DEPOSIT } from '../aftersales/claim-site.ts';
import { PASSWORD, signInAdmin } from '../data/accounts.ts';
import { changeBankAccount } from '../payments/billing.ts';
import { orderByTransfer } from '../payments/transfers.ts';
import { clockAhead, dayFromNow } from '../runner/test-clock.ts';
import { getJson, postJson } from '../server/test-app.ts';
import { mailsTo } from './mails.ts';
import {
  CONSIGNEE,
  fail,
  type Held,
  heldCars,
  nameConsignee,
  offered,
  type Scene,
  sale,
  site,
  sql,
} from './order-scenes.ts';

const askCode = ({ order, buyer }: Held) =>
  postJson(site.app, `/api/orders/${order}/consignee/code`, CONSIGNEE, { cookie: buyer.cookie });
/** A sale whose buyer has the code for another consignee, and the call that names it. */
async function codedSale() {
  const sold = await sale();
  await askCode(sold);
  const [{ email }] = await sql('select email from users where id = $1', sold.buyer.id);
  const code = /Your code is (\d{6})/.exec((await mailsTo(site.pool, email)).at(-1)?.text ?? '')?.[1];
  return { ...sold, name: () => nameConsignee(sold, { password: PASSWORD, code }) };
}

const applyConsignees = () => applyDueConsignees({ pool: site.pool, clock: clockAhead(1.1) }, fail);

/** A held order whose pro-forma invoice names our account. */
async function invoicedHold(): Promise<Held> {
  let order = 0;
  const scene = await offered(async (buyer, car) => {
    order = await orderByTransfer(site.app, buyer, car, DEPOSIT / 100);
  });
  await scene.act();
  return { ...scene, order };
}
const follow = () => followAccountChanges(site.depsAt(0), fail);
const ACCOUNTS = ['DE89370400440532013000', 'NL91ABNA0417164300', 'BE68539007547034'];
async function endAccountChange(): Promise<void> {
  const { cookie } = await signInAdmin(site.pool, { role: 'finance' });
  const [{ version }] = await sql('select max(version) as version from bank_account_versions');
  await postJson(site.app, `/api/admin/bank-accounts/${version}/cancel`, {}, { cookie });
}
/** Two people change our account, which takes effect a day later. */
async function changeAccount(): Promise<void> {
  await endAccountChange();
  const account = ACCOUNTS.pop() ?? '';
  ACCOUNTS.unshift(account);
  await changeBankAccount(site.pool, site.app, account);
}
async function passDay(): Promise<void> {
  await sql('alter table bank_account_versions disable trigger user');
  await sql(
    `update bank_account_versions set approved_at = now() - interval '2 days', effective_at = now() - interval '1 day'
     where canceled_at is null and effective_at > now()`,
  );
  await sql('alter table bank_account_versions enable trigger user');
}

const parcelPath = ({ order }: Held, rest = '') => `/api/orders/${order}/parcels${rest}`;
const sendParcel = (held: Held, id: string) =>
  postJson(
    site.app,
    parcelPath(held),
    {
      id,
      courier: 'DHL',
      tracking_number: '4512778834',
      sent_on: dayFromNow(0),
      contents: '3 original bills of lading',
    },
    { cookie: site.admin.cookie },
  );

/** Events of documents: invoices and our account on them, contract, consignee and parcels. */
export const PAPER_WALKS = {
  invoice_changed: async () => {
    const held = await heldCars();
    return { ...held, act: () => nameConsignee(held) };
  },
  account_changes: async () => {
    const held = await invoicedHold();
    const act = async () => {
      await changeAccount();
      await follow();
    };
    return { ...held, act };
  },
  account_stays: async () => {
    const held = await invoicedHold();
    await changeAccount();
    await follow();
    const act = async () => {
      await endAccountChange();
      await follow();
    };
    return { ...held, act };
  },
  account_changed: async () => {
    const held = await invoicedHold();
    await changeAccount();
    await follow();
    const act = async () => {
      await passDay();
      await follow();
    };
    return { ...held, act };
  },
  consignee_code: async () => {
    const sold = await sale();
    return { ...sold, act: () => askCode(sold) };
  },
  consignee_asked: async () => {
    const sold = await codedSale();
    return { ...sold, act: sold.name };
  },
  consignee_applied: async () => {
    await applyConsignees();
    const sold = await codedSale();
    await sold.name();
    return { ...sold, act: applyConsignees };
  },
  consignee_canceled: async () => {
    const sold = await codedSale();
    await sold.name();
    const { order, buyer } = sold;
    const act = () => postJson(site.app, `/api/orders/${order}/consignee/cancel`, undefined, { cookie: buyer.cookie });
    return { ...sold, act };
  },
  contract_accepted: async () => {
    const sold = await sale();
    const path = `/api/orders/${sold.order}/contract`;
    const act = async () => {
      const { hash } = (await getJson(site.app, path, sold.buyer.cookie)).body;
      return postJson(site.app, `${path}/acceptance`, { hash }, { cookie: sold.buyer.cookie });
    };
    return { ...sold, act };
  },
  parcel_sent: async () => {
    const sold = await sale();
    return { ...sold, act: () => sendParcel(sold, randomUUID()) };
  },
  parcel_withdrawn: async () => {
    const sold = await sale();
    const id = randomUUID();
    await sendParcel(sold, id);
    const body = { reason: 'It went with another courier.' };
    const act = () => postJson(site.app, parcelPath(sold, `/${id}/withdrawal`), body, { cookie: site.admin.cookie });
    return { ...sold, act };
  },
} satisfies Partial<Record<OrderNews, () => Promise<Scene>>>;
