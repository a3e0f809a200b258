/** What documents say beyond their claims. Stored as JSON, so dates are texts. Amounts are cents of US dollars. */

export type Issuer = {
  /** Name and address, line by line. */
  lines: readonly string[];
  /** True once the operator has entered a company name. */
  isNamed: boolean;
  registrationNumber: string | null;
  moneyHolder: string | null;
};

/**
 * Money of an order that moved, as its receipt lists it:
 * - `payment`: received
 * - `refund`, `refundWaiting`: sent back; asked for and not sent yet
 * - `undone`: the transfer was matched by mistake and belongs elsewhere
 * - `movedOut`, `movedIn`: to and from another order of the buyer
 * - `dispute`: lost at the provider
 * - `security`: the part of a security deposit that paid a charge
 * - `shortfall`: what banks kept of a transfer, and we bear
 */
const MOVEMENTS = [
  ...(['payment', 'refund', 'refundWaiting', 'undone', 'movedOut', 'movedIn'] as const),
  ...(['dispute', 'security', 'shortfall'] as const),
] as const;
export type MoneyMovement = {
  what: (typeof MOVEMENTS)[number];
  /** YYYY-MM-DD: of a transfer, on which the bank booked it; otherwise in UTC. */
  day: string;
  /** `cash`, `terminal` and `transfer`: received or returned in person. Null for a security deposit. */
  method: 'credit_card' | 'paypal' | 'upi' | 'bank_transfer' | 'cash' | 'terminal' | 'transfer' | null;
  cardBrand: string | null;
  cardLast4: string | null;
  reference: string;
  /** Negative if it went back. */
  cents: number;
};

/** What an order costs, and all that was paid and returned. */
export type ReceiptPaper = Pick<BillPaper, 'issuer' | 'order' | 'buyer' | 'cars' | 'lines'> & {
  bookingId: number;
  /** Null for a purchase; the last day is the one before `endDay`. */
  period: { startDay: string; endDay: string } | null;
  totalCents: number;
  /** All that was received, whether or not some went back. */
  paidCents: number;
  /** 0 once the order has ended. */
  dueCents: number;
  /** Sent back, undone, moved to another order or lost in disputes. */
  refundedCents: number;
  /** The oldest first. */
  money: readonly MoneyMovement[];
  /** Absent if the buyer chose none. */
  destination?: ReceiptDestination;
};

/** Money that staff took or gave back in person. */
export type CashReceiptPaper = {
  issuer: Issuer;
  /** The number of the order. */
  order: string;
  buyer: Party;
  cars: readonly { name: string; vin: string | null }[];
  what: 'payment' | 'returned' | 'security' | 'securityReturned';
  method: 'cash' | 'card' | 'transfer';
  cents: number;
  /** What the order still asks for; null if the money was not for its price. */
  dueCents: number | null;
};

type Light = 'green' | 'amber' | 'red';

/** What the import rules said at the payment. Place, reason, cost, rules and notice are in the language of the document. */
type ReceiptDestination = {
  place: string;
  light: Light;
  /** What the buyer saw before paying; null if the browser did not say. */
  shownLight: Light | null;
  reason: string;
  cost: string;
  /** YYYY-MM-DD */
  assessedOn: string;
  rules: string;
  /** The country that the buyer declared in spite of a prohibition; null if none. */
  declaredCountry: string | null;
  notice: string;
};

/** A buyer, consignee or notify party: name, address and what else identifies it. */
export type Party = { lines: readonly string[] };

/** A bank account on a document. */
export type BankDetails = { holder: string; bank: string; account: string; bic: string; isDemo: boolean };

export type BillPaper = {
  issuer: Issuer;
  /** The number of the order. */
  order: string;
  /** Incoterm and place, such as FOB Shanghai. */
  tradeTerm: string | null;
  buyer: Party;
  consignee: Party | null;
  cars: readonly { name: string; vin: string | null }[];
  /** In the language of the document. */
  lines: readonly { text: string; cents: number }[];
  totalCents: number;
  paidCents: number;
  dueCents: number;
  /** YYYY-MM-DD */
  dueOn: string | null;
  bank: BankDetails | null;
  /** When another account takes its place, if that was known at the issue. ISO 8601, UTC. */
  bankChangesAt?: string;
  /** What the payer writes on the transfer. */
  reference: string;
};

/** Lowers or ends what invoices ask for, line by line as they do. Says nothing about whether money went back. */
export type CreditNotePaper = Pick<
  BillPaper,
  'issuer' | 'order' | 'tradeTerm' | 'buyer' | 'consignee' | 'cars' | 'lines'
> & {
  /** The numbers of the invoices that it lowers. */
  invoices: readonly string[];
  totalCents: number;
  /** What the order still comes to. */
  remainingCents: number;
  /** What is kept of a canceled order. Absent if the order goes on. */
  keptCents?: number;
};

/** Asks for a payment, and is no tax document. */
export type ProFormaPaper = BillPaper & { validUntil: string };

type Bilingual = { en: string; zh: string };

/** The sales contract, with its whole text in both languages. */
export type ContractPaper = {
  issuer: Issuer;
  /** The number of the order. */
  order: string;
  /** The version of the template. */
  version: number;
  /** SHA-256 of version and clauses, in hex. */
  textHash: string;
  clauses: readonly { title: Bilingual; text: Bilingual }[];
  accepted: readonly { party: 'buyer' | 'seller'; name: string; at: string }[];
};

/** What a seller is paid, for which cars. */
export type PayoutStatementPaper = {
  issuer: Issuer;
  payout: number;
  seller: Party;
  lines: readonly {
    order: string;
    car: string;
    vin: string | null;
    priceCents: number;
    commissionCents: number;
    /** Price without commission, unless a part of it was paid before. */
    cents: number;
  }[];
  totalCents: number;
  account: { holder: string; bank: string; accountEnd: string } | null;
};

/** What both sides signed when a car changed hands. */
export type HandoverPaper = {
  issuer: Issuer;
  /** The number of the order. */
  order: string;
  what: 'sale' | 'pick_up' | 'return';
  car: { name: string; vin: string | null };
  /** ISO 8601, UTC */
  at: string;
  odometer: number;
  odometerUnit: 'km' | 'mi';
  keys: number;
  fuelPercent: number | null;
  chargePercent: number | null;
  damage: string;
  /** With the SHA-256 of each file in hex. */
  photos: readonly { side: 'front' | 'rear' | 'left' | 'right' | 'interior' | 'odometer'; sha256: string }[];
  giver: HandoverSignature;
  receiver: HandoverSignature;
};
/** Lines on a pad of 1000 by 300, x and y by turns; null if the typed name was confirmed. */
type HandoverSignature = { name: string; strokes: readonly (readonly number[])[] | null };

/** A car as export papers describe it. What is null is not known, and no paper says it. */
export type ExportCar = {
  name: string;
  vin: string | null;
  engineNumber: string | null;
  hsCode: string | null;
  /** The name of the country in which it was made. */
  origin: string | null;
  weightKg: number | null;
  size: { lengthMm: number; widthMm: number; heightMm: number } | null;
  /** The price, which is the value aboard in China. */
  priceCents: number;
  transport: {
    vessel: string;
    voyage: string;
    from: string;
    to: string;
    container: string | null;
    seal: string | null;
  } | null;
};

type ExportFacts = Pick<BillPaper, 'issuer' | 'order' | 'tradeTerm' | 'buyer' | 'consignee'> & {
  /** Whom the carrier tells of the arrival; empty: the consignee. */
  notifyParty: string;
  goods: readonly ExportCar[];
};

/** The value at the trade term, as customs ask for it. Asks for no money. */
export type CommercialInvoicePaper = ExportFacts & { lines: BillPaper['lines']; totalCents: number };
export type PackingListPaper = ExportFacts;
/** Says that the sellers sold the cars and that the price is paid. */
export type BillOfSalePaper = ExportFacts & { sellers: readonly string[]; totalCents: number };

type Dollars = { low: number; likely: number; high: number };

/** What a car costs at a destination. Amounts are US dollars; texts are in the language of the document. */
export type LandedCostPaper = {
  issuer: Issuer;
  car: string;
  listingId: number;
  place: string;
  /** Who imports the car. */
  buyer: string;
  light: Light;
  reason: string;
  cost: string;
  /** YYYY-MM-DD */
  assessedOn: string;
  /** The rules that the car does not meet for certain. */
  reasons: readonly { outcome: string; sentence: string; source: string; checkedOn: string }[];
  lines: readonly (Dollars & { name: string; paidTo: string; source: string })[];
  /** Null if a part is missing. */
  total: Dollars | null;
  /** True if the likely value is too uncertain to show. */
  isRange: boolean;
  missing: readonly string[];
  /** The way from the port to the city of the buyer; absent in quotes from before cities were kept. */
  door?: readonly string[];
  notIncluded: readonly string[];
  rates: readonly string[];
  rules: string;
  /** YYYY-MM-DD */
  validUntil: string;
  notice: string;
};

/** The kinds of documents that have a layout, and what they say. */
export type Papers = {
  receipt: ReceiptPaper | CashReceiptPaper | OldReceiptPaper;
  pro_forma: ProFormaPaper;
  invoice: BillPaper;
  credit_note: CreditNotePaper;
  contract: ContractPaper;
  payout_statement: PayoutStatementPaper;
  landed_cost_quote: LandedCostPaper;
  handover: HandoverPaper;
  commercial_invoice: CommercialInvoicePaper;
  packing_list: PackingListPaper;
  bill_of_sale: BillOfSalePaper;
};
export type IssuableKind = keyof Papers;

type OldCar = { name: string; year: number; vin: string | null };

/** A receipt from before receipts listed each payment. Its PDF may not be drawn yet. */
export type OldReceiptPaper = {
  issuer: Issuer;
  bookingId: number;
  buyer: string;
  car: OldCar;
  cars?: readonly (OldCar & { priceCents: number })[];
  period: ReceiptPaper['period'];
  priceCents: number;
  taxCents: number;
  feeCents: number;
  totalCents: number;
  paidCents: number;
  dueCents: number;
  refundedCents: number | null;
  method: NonNullable<MoneyMovement['method']>;
  cardBrand: string | null;
  cardLast4: string | null;
  transactionId: string;
  paidAt: string;
  destination?: ReceiptDestination;
};

/** The same facts as receipts have them now. `words` name tax and fee in the language of the document. */
export function receiptOfOld(old: OldReceiptPaper, words: { tax: string; fee: string }): ReceiptPaper {
  const { car, cars, priceCents, taxCents, feeCents, paidCents, refundedCents, paidAt, transactionId, ...rest } = old;
  const sold = cars ?? [{ ...car, priceCents }];
  const payment = { what: 'payment' as const, day: paidAt.slice(0, 10), reference: transactionId, cents: paidCents };
  return {
    ...rest,
    buyer: { lines: [old.buyer] },
    order: '',
    cars: sold.map(({ name, year, vin }) => ({ name: `${year} ${name}`, vin })),
    lines: [
      ...sold.map(({ name, year, priceCents: cents }) => ({ text: `${year} ${name}`, cents })),
      { text: words.tax, cents: taxCents },
      { text: words.fee, cents: feeCents },
    ],
    paidCents,
    refundedCents: refundedCents ?? 0,
    money: [{ ...payment, method: old.method, cardBrand: old.cardBrand, cardLast4: old.cardLast4 }],
  };
}
