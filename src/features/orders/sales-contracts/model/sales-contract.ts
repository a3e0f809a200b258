import { type Bilingual, type Clause, CONTRACT_CLAUSES, NO_LAW } from '#content/contracts/sales-contract.ts';
import type { CancelStep } from '#features/payments/order-terms/model/term-values.ts';

/** What the clauses name. Amounts are cents of US dollars. */
export type ContractFacts = {
  order: string;
  operator: string;
  buyer: string;
  sellers: readonly string[];
  cars: readonly { name: string; vin: string | null }[];
  priceCents: number;
  taxCents: number;
  feeCents: number;
  totalCents: number;
  /** Days are YYYY-MM-DD. */
  plan: readonly { kind: string; cents: number; dueOn: string }[];
  terms: number;
  /** Days after the handover in which the buyer may open a claim. */
  claimDays: number;
  /**
   * `keptCents`: kept if the buyer cancels after the free days; null if canceling ends with them. `unpaid`: kept for an unpaid balance, in the
   * free days and later.
   */
  cancel: {
    freeDays: number;
    until: CancelStep;
    keptCents: number | null;
    unpaid: { earlyCents: number; lateCents: number };
  };
  /** Empty if the operator named none. */
  law: string;
};

const STEPS: Record<CancelStep, Bilingual> = {
  export_papers: { en: 'the first export paper of the car is made out', zh: '车辆的首份出口文件出具' },
  loaded: { en: 'the car is loaded', zh: '车辆装船' },
};

function cancelOf({ cancel: { freeDays, until, keptCents } }: ContractFacts): Bilingual {
  const { en, zh } = STEPS[until];
  if (keptCents === null)
    return {
      en: `The buyer may cancel within ${freeDays} days of the booking for a full refund, but not once ${en}.`,
      zh: `买方可在预订后 ${freeDays} 日内取消并获全额退款，但${zh}后不得取消。`,
    };
  return {
    en: `The buyer may cancel until ${en}: within ${freeDays} days of the booking for a full refund, and after that ${usd(keptCents)} is kept.`,
    zh: `买方可在${zh}前取消：预订后 ${freeDays} 日内全额退款，此后扣留 ${usd(keptCents)}。`,
  };
}

function keptUnpaidOf({ cancel: { freeDays, unpaid }, totalCents }: ContractFacts): Bilingual {
  const { earlyCents, lateCents } = unpaid;
  if (earlyCents === lateCents) return both(usd(earlyCents));
  const late = lateCents < totalCents ? both(usd(lateCents)) : { en: 'everything that was paid', zh: '全部已付款项' };
  const early =
    earlyCents === 0 ? { en: 'nothing', zh: '不扣留' } : { en: usd(earlyCents), zh: `扣留 ${usd(earlyCents)}` };
  return {
    en: `${late.en} (${early.en} within ${freeDays} days of the booking)`,
    zh: `${late.zh}（预订后 ${freeDays} 日内${early.zh}）`,
  };
}

const PLAN_NAMES: Record<string, Bilingual> = {
  deposit: { en: 'deposit', zh: '定金' },
  balance: { en: 'balance', zh: '余款' },
};

function usd(cents: number): string {
  const [whole = '', part = ''] = (cents / 100).toFixed(2).split('.');
  return `USD ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part}`;
}

const both = (text: string): Bilingual => ({ en: text, zh: text });

function joined(parts: Bilingual[]): Bilingual {
  return { en: parts.map(({ en }) => en).join('; '), zh: parts.map(({ zh }) => zh).join('；') };
}

function valuesOf(facts: ContractFacts): Record<string, Bilingual> {
  const { cars, plan, law } = facts;
  return {
    order: both(facts.order),
    operator: both(facts.operator),
    buyer: both(facts.buyer),
    sellers: joined(facts.sellers.map(both)),
    cars: joined(
      cars.map(({ name, vin }) =>
        vin === null ? both(name) : { en: `${name}, VIN ${vin}`, zh: `${name}，车架号 ${vin}` },
      ),
    ),
    price: both(usd(facts.priceCents)),
    tax: both(usd(facts.taxCents)),
    fees: both(usd(facts.feeCents)),
    total: both(usd(facts.totalCents)),
    plan: joined(
      plan.map(({ kind, cents, dueOn }) => {
        const name = PLAN_NAMES[kind] ?? both(kind);
        return { en: `${name.en} ${usd(cents)}, due on ${dueOn}`, zh: `${name.zh} ${usd(cents)}，应付日期 ${dueOn}` };
      }),
    ),
    terms: both(String(facts.terms)),
    claimDays: both(String(facts.claimDays)),
    cancel: cancelOf(facts),
    keptUnpaid: keptUnpaidOf(facts),
    law: law === '' ? NO_LAW : both(law),
  };
}

/** Fills in the clauses. User input is inserted verbatim; placeholders in it are not replaced. */
export function clausesOf(facts: ContractFacts): Clause[] {
  const values = valuesOf(facts);
  const fill = (text: string, language: keyof Bilingual) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      if (!value) throw new Error(`the contract has no value for ${name}`);
      return value[language];
    });
  return CONTRACT_CLAUSES.map(({ title, text }) => ({
    title,
    text: { en: fill(text.en, 'en'), zh: fill(text.zh, 'zh') },
  }));
}
