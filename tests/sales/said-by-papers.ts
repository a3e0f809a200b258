import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import type {
  BillPaper,
  CashReceiptPaper,
  CommercialInvoicePaper,
  ContractPaper,
  CreditNotePaper,
  MoneyMovement,
  PayoutStatementPaper,
  ReceiptPaper,
} from '#features/site/issued-documents/model/papers.ts';
import type { DocumentClaims } from '#features/site/issued-documents/model/verify-contract.ts';
import { centsOf } from '#lib/money.ts';
import { english } from '../support/messages/english.ts';
import { pdfPages } from '../support/site/documents/pdf-text.ts';
import { type Said, sayings, sum } from './said.ts';
import { reducedByClaims } from './said-by-screens.ts';
import type { Sale } from './sale.ts';

type Issued = { kind: string; number: string; paper: unknown; claims: DocumentClaims; is_current: boolean };

const DOCUMENTS = `
  select d.kind, d.number, d.paper::json as paper, d.claims::json as claims,
    not exists (select from issued_documents later where later.supersedes = d.id) as is_current
  from issued_documents d where (d.subject_kind, d.subject_id) in (
    select 'order', $1::bigint
    union all select 'booking', booking_id from order_cars where order_id = $1 and booking_id is not null
    union all select 'cash receipt', id from cash_receipts where order_id = $1
    union all select 'cash return', id from cash_returns where order_id = $1
    union all select 'payout', payout_id from payout_orders where order_id = $1)
  order by d.id`;

const LOST = `
  select d.lost_cents as cents from provider_disputes d join payments p on p.id = d.payment_id where p.order_id = $1 and d.state = 'lost'`;

/** The kinds of documents that an order must have by now, to notice a missing one. */
function expectedKinds({ life, money }: OrderResponse): string[] {
  if (life === 'completed') return ['receipt', 'invoice', 'commercial_invoice', 'contract'];
  if (life !== 'active') return [];
  return ['receipt', 'invoice', 'commercial_invoice', ...(money.open_cents === 0 ? ['bill_of_sale'] : [])];
}

/** Downloads documents that are issued on download, and reads all documents of an order. */
export async function saidByPapers(sale: Sale, order: number, page: OrderResponse): Promise<Said[]> {
  const text = await download(sale, order, page);
  const lost = (await sale.world.pool.query<{ cents: number }>(LOST, [order])).rows.map(({ cents }) => cents);
  const { rows } = await sale.world.pool.query<Issued>(DOCUMENTS, [order]);
  const reduced = await reducedByClaims(sale, order);
  const of = <Paper>(kind: string, isWanted = (_: Issued) => true) =>
    rows.filter((each) => each.kind === kind && isWanted(each)).map(({ paper }) => paper as Paper);
  const current = ({ is_current }: Issued) => is_current;
  const receipts = of<ReceiptPaper | CashReceiptPaper>('receipt', current);
  const inPerson = (what: CashReceiptPaper['what']) =>
    sum(
      receipts.filter((paper) => 'what' in paper).filter((paper) => paper.what === what),
      ({ cents }) => cents,
    );
  return [
    ...receipts.filter((paper) => 'money' in paper).flatMap((paper) => saidByReceipt(paper, text)),
    ...sayings('receipts of cash', {
      'taken in person': inPerson('payment'),
      'given back in person': inPerson('returned'),
    }),
    ...expectedKinds(page).flatMap((kind) => [
      ...sayings(`the order, which is ${page.life}`, { [`papers of the kind ${kind}`]: 1 }),
      ...sayings('papers', { [`papers of the kind ${kind}`]: Math.min(1, of(kind).length) }),
    ]),
    ...of<BillPaper>('pro_forma', current).flatMap((paper) => saidByBill('pro-forma invoice', paper)),
    ...of<BillPaper>('invoice').flatMap((paper, at) =>
      at === 0 ? asReduced(saidByBill('invoice', paper), reduced) : [],
    ),
    ...saidByNotes(of<BillPaper>('invoice'), of<CreditNotePaper>('credit_note'), lost, page.life),
    ...of<CommercialInvoicePaper>('commercial_invoice', current).flatMap((paper) =>
      sayings('commercial invoice', { price: paper.totalCents }).concat(
        sayings('lines of the commercial invoice', { price: sum(paper.lines, ({ cents }) => cents) }),
      ),
    ),
    ...of<CommercialInvoicePaper>('bill_of_sale', current).flatMap(({ totalCents }) =>
      sayings('bill of sale', { price: totalCents }),
    ),
    ...of<PayoutStatementPaper>('payout_statement').flatMap((paper) => saidByStatement(paper, page.number)),
    ...rows
      .filter(({ kind }) => kind === 'contract')
      .flatMap((contract) => asReduced(saidByContract(contract, page), reduced)),
    ...rows.filter(current).flatMap(({ number, paper, claims }) => saidByClaims(number, paper, claims)),
  ];
}

/** Invoice and contract name the agreed cost, from which claims take a part. */
const asReduced = (said: Said[], cents: number): Said[] =>
  said.map((each) => (each.what === 'cost' ? { ...each, cents: each.cents - cents } : each));

/** Returns the text of the receipt. */
async function download({ world, buyer }: Sale, order: number, { life, cars, money }: OrderResponse): Promise<string> {
  const file = async (url: string) => {
    const { statusCode, rawPayload } = await world.app.inject({ url, headers: { cookie: buyer.cookie } });
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
    return rawPayload;
  };
  const booking = cars.find(({ booking_id }) => booking_id !== null)?.booking_id;
  if (booking === undefined) return '';
  if (life === 'active' || life === 'completed') {
    await file(`/api/orders/${order}/export-papers/commercial_invoice/pdf`);
    if (money.open_cents === 0 && life === 'active') await file(`/api/orders/${order}/export-papers/bill_of_sale/pdf`);
  }
  return (await pdfPages(await file(`/api/my-bookings/${booking}/receipt`))).join(' ').replace(/\s+/g, ' ');
}

const isMoney = ({ what }: MoneyMovement) => what !== 'refundWaiting' && what !== 'shortfall';

function saidByReceipt(paper: ReceiptPaper, text: string): Said[] {
  const { totalCents: cost, paidCents, refundedCents, dueCents: open, lines, money } = paper;
  const back = refundedCents === 0 ? [] : [['receipt.refunded', refundedCents] as const];
  const figures = [
    ['receipt.total', cost] as const,
    ['receipt.paid', paidCents] as const,
    ...back,
    ['receipt.due', open] as const,
  ];
  const printed = figures.map(([label, cents]) => `${english(label)} ${english.cents(cents)}`);
  const missing = printed.filter((figure) => !text.includes(figure));
  return [
    ...sayings('receipt', { cost, open, received: paidCents - refundedCents }),
    ...sayings('lines of the receipt', { cost: sum(lines, ({ cents }) => cents) }),
    ...sayings('payments on the receipt', { received: sum(money.filter(isMoney), ({ cents }) => cents) }),
    ...missing.map((figure) => ({
      what: `"${figure}" of the receipt, which its PDF does not say`,
      by: 'PDF',
      cents: NaN,
    })),
  ];
}

const isTax = ({ text }: { text: string }) => text.startsWith('Tax on');
const isFee = ({ text }: { text: string }) => text.startsWith('Registration fee');

function saidByBill(by: string, { lines, totalCents }: BillPaper): Said[] {
  const [tax, fee] = [lines.filter(isTax), lines.filter(isFee)].map((some) => sum(some, ({ cents }) => cents));
  const all = sum(lines, ({ cents }) => cents);
  return [
    ...sayings(by, { cost: totalCents, tax: tax! }),
    ...sayings(`lines of the ${by}`, { cost: all, price: all - tax! - fee! }),
  ];
}

/**
 * Invoices less credit notes. Credit notes of a canceled order take back all of its tax. `lost`: amounts of lost disputes. The seller of a completed order
 * bears the price reductions of their credit notes.
 */
function saidByNotes(
  invoices: BillPaper[],
  notes: CreditNotePaper[],
  lost: number[],
  life: OrderResponse['life'],
): Said[] {
  const taxOf = (papers: BillPaper[] | CreditNotePaper[]) =>
    sum(papers.flatMap(({ lines }) => lines).filter(isTax), ({ cents }) => cents);
  const billed = sum(invoices, ({ totalCents }) => totalCents) - sum(notes, ({ totalCents }) => totalCents);
  const last = notes.at(-1);
  const reduced = notes.filter(({ totalCents }) => lost.includes(totalCents)).flatMap(({ lines }) => lines);
  const borne = sum(
    reduced.filter(({ text }) => text.startsWith('Price reduced')),
    ({ cents }) => cents,
  );
  return [
    ...sayings('invoices less credit notes', { billed }),
    ...(last ? sayings('last credit note', { billed: last.remainingCents }) : []),
    ...(life === 'completed'
      ? [
          ...sayings('invoices less credit notes', { 'tax owed': taxOf(invoices) - taxOf(notes) }),
          ...sayings('credit notes for disputes', { 'borne by the seller': borne }),
        ]
      : []),
    ...notes.flatMap(({ totalCents, lines }, at) => [
      ...sayings('credit note', { [`credit ${at + 1}`]: totalCents }),
      ...sayings('lines of the credit note', { [`credit ${at + 1}`]: sum(lines, ({ cents }) => cents) }),
    ]),
  ];
}

function saidByStatement({ lines }: PayoutStatementPaper, number: string): Said[] {
  const own = lines.filter(({ order }) => order === number);
  return sayings('payout statement', {
    price: sum(own, ({ priceCents }) => priceCents),
    'share of the seller': sum(own, ({ cents }) => cents),
  });
}

/** The contract names its amounts in sentences, which must include each amount of the page. */
function saidByContract({ paper, claims }: Issued, { cars }: OrderResponse): Said[] {
  const text = JSON.stringify((paper as ContractPaper).clauses);
  const named = [...text.matchAll(/USD ([\d,]+\.\d\d)/g)].map(([, amount]) =>
    centsOf(Number(amount!.replaceAll(',', ''))),
  );
  const among = (cents: number) => (named.includes(cents) ? cents : 0);
  return sayings('contract', {
    cost: claims.total_cents ?? 0,
    price: among(sum(cars, (car) => car.price_cents)),
    tax: among(sum(cars, (car) => car.tax_cents)),
  });
}

/** `/verify` must show the amounts of the document. */
function saidByClaims(number: string, paper: unknown, { total_cents: total }: DocumentClaims): Said[] {
  const said = (paper as { totalCents?: number }).totalCents;
  if (total === null || said === undefined) return [];
  const what = `total of ${number}`;
  return [...sayings('the paper', { [what]: said }), ...sayings('/verify', { [what]: total })];
}
