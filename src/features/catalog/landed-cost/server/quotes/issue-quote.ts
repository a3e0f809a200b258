import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { buyerFactsOf } from '#features/catalog/landed-cost/model/buyer-facts.ts';
import { type ImportQuote, lastDayOf, localRate } from '#features/catalog/landed-cost/model/import-quote.ts';
import type {
  LandedQuoteResponse,
  MadeQuote,
  MakeQuoteBody,
} from '#features/catalog/landed-cost/model/landed-cost-contract.ts';
import { costResponse } from '#features/catalog/landed-cost/server/landed-cost-responses.ts';
import { findPublicListing, notPublic } from '#features/catalog/listings/server/find-public-listing.ts';
import { type ImportDeps, todayOf } from '#features/customs/server/api.ts';
import { issuerOf } from '#features/site/issued-documents/model/issuer.ts';
import type { LandedCostPaper } from '#features/site/issued-documents/model/papers.ts';
import { receiptSender } from '#features/site/operator/model/operator-fields.ts';
import {
  canonicalJson,
  type DocumentDeps,
  documentsOf,
  downloadOf,
  issueDocument,
  readOperator,
  type StoredDocument,
} from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { OperatorDetails } from '#lib/pages/page-site.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';
import { makeQuote } from './make-quote.ts';
import {
  costText,
  datedOf,
  doorTexts,
  missingSentences,
  noticeText,
  placeText,
  quoteResponse,
  rulesText,
  verdictText,
} from './quote-responses.ts';
import { findQuote, findQuoteOnBasis, insertQuote, type StoredQuote } from './quote-store.ts';

export type QuoteDeps = ImportDeps & { pool: pg.Pool; documents: DocumentDeps };

const KIND = 'landed_cost_quote' as const;
/** 128 random bits. */
const CODE_BYTES = 16;

const subjectOf = ({ id }: StoredQuote) => ({ kind: 'landed quote', id });

/** Numbers and stores the landed cost of a car for sale. Returns the stored one if nothing has changed since it was made. */
export async function issueQuote(deps: QuoteDeps, body: MakeQuoteBody, t: Translator): Promise<MadeQuote> {
  const { pool, rules, clock } = deps;
  const listing = await findPublicListing(pool, body.listing_id);
  if (listing.offer !== 'Sell') throw notPublic(listing.id);
  const { country, port = null, city = null, buyer, ...said } = body;
  const place = { country, port, city, buyer };
  const quote = makeQuote(await rules.book(), listing, place, todayOf(clock), buyerFactsOf(said));
  const basis = createHash('sha256').update(canonicalJson(quote)).digest();
  const stored = (await findQuoteOnBasis(pool, basis)) ?? (await store(deps, quote, basis, t));
  const { number } = await documentOf(pool, stored);
  return { flag: '1', number, code: stored.code, valid_until: stored.validUntil };
}

/** The number is taken last, because its series stays locked until the commit. */
function store({ pool, documents }: QuoteDeps, quote: ImportQuote, basis: Buffer, t: Translator): Promise<StoredQuote> {
  return withTransaction(pool, async (db) => {
    const code = randomBytes(CODE_BYTES).toString('base64url');
    const inserted = await insertQuote(db, { code, quote, basis, validUntil: lastDayOf(quote) });
    if (!inserted) return (await findQuoteOnBasis(db, basis))!;
    const operator = await readOperator(db);
    const [issuer = ''] = receiptSender(operator);
    await issueDocument(db, documents, {
      kind: KIND,
      subject: subjectOf(inserted),
      occasion: 'made',
      locale: t.locale,
      claims: {
        issuer,
        currency: 'USD',
        total_cents: quote.landed.shownAs === 'total' ? (quote.landed.total?.likely ?? null) : null,
        paid_cents: null,
        cars: [{ name: quote.car, vin_end: null }],
        party: null,
        bank_account_end: null,
        is_demo: false,
      },
      paper: quotePaper(inserted, operator, t),
    });
    return inserted;
  });
}

async function documentOf(db: Queryable, quote: StoredQuote): Promise<StoredDocument> {
  const [document] = await documentsOf(db, KIND, subjectOf(quote));
  if (!document) throw new Error(`quote ${quote.id} has no document`);
  return document;
}

async function quoteByCode(db: Queryable, code: string): Promise<StoredQuote> {
  const quote = await findQuote(db, code);
  if (!quote) throw new AppError('not_found', 'no such quote', { messageKey: 'importRules.quote.unknown' });
  return quote;
}

/** Returns a quote by its code, even after it has expired. */
export async function readQuote({ pool, clock }: QuoteDeps, code: string, t: Translator): Promise<LandedQuoteResponse> {
  const stored = await quoteByCode(pool, code);
  const { number, issuedAt } = await documentOf(pool, stored);
  return {
    ...quoteResponse(stored.quote, t),
    number,
    code,
    issued_at: issuedAt.toISOString(),
    valid_until: stored.validUntil,
    expired: stored.validUntil < todayOf(clock),
  };
}

export async function quoteFile({ pool, documents }: QuoteDeps, code: string): Promise<MailFile> {
  return downloadOf(documents, await documentOf(pool, await quoteByCode(pool, code)));
}

type Sourced = { title: string; publisher: string };

/** What the PDF of a quote says, in the language of the reader who made it. */
function quotePaper({ quote, validUntil }: StoredQuote, operator: OperatorDetails, t: Translator): LandedCostPaper {
  const { verdict, landed, listingId, at } = quote;
  const cost = costResponse(datedOf(quote), { ...quote, rate: localRate(quote) }, listingId, t);
  const sourceText = (source: Sourced | null | undefined) => (source ? `${source.publisher}: ${source.title}` : '');
  return {
    issuer: { ...issuerOf(operator), moneyHolder: null },
    car: quote.car,
    listingId,
    place: placeText(quote, t),
    buyer: t(`landed.buyer.${at.buyer}`),
    light: verdict.light,
    reason: verdictText(quote, t),
    cost: costText(quote, t),
    assessedOn: at.on,
    reasons: verdict.reasons
      .filter(({ outcome }) => outcome !== 'allowed')
      .map(({ outcome, sentence, sources: [source], checkedOn }) => ({
        outcome: t(`landed.outcome.${outcome}`),
        sentence,
        source: sourceText(source),
        checkedOn,
      })),
    lines: [
      ...cost.parts.map((part) => ({ ...part, isBase: false })),
      ...cost.charges.lines.map((line) => ({ ...line, isBase: line.kind === 'value' })),
    ].map(({ name, low, likely, high, paid_to: paidTo, source, isBase }) => ({
      name: isBase ? t('paper.quote.base', { name }) : name,
      ...{ low, likely, high },
      paidTo: isBase ? '' : t(`landed.paidTo.${paidTo}`),
      source: sourceText(source),
    })),
    total: landed.shownAs === 'none' ? null : cost.total,
    isRange: landed.shownAs === 'range',
    missing: missingSentences(quote, t),
    door: doorTexts(quote, t),
    notIncluded: cost.not_included.map(({ name }) => name),
    rates: quote.rates.map(({ currency, perUsd, date }) =>
      t('landed.cost.rate', { rate: t.number(perUsd), currency, date: t.date(date) }),
    ),
    rules: rulesText(quote, t),
    validUntil,
    notice: noticeText(quote, t),
  };
}
