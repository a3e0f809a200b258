import { encode } from 'uqr';
import { receiptOfOld } from '#features/site/issued-documents/model/papers.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type PdfPart, pdfOf } from '#lib/server/pdf/pdf-document.ts';
import { printedCode } from '../../model/document.ts';
import type { IssuableKind, Papers } from '../../model/papers.ts';
import { toFragment } from '../../model/signature-encoding.ts';
import type { DocumentClaims } from '../../model/verify-contract.ts';
import type { StoredDocument } from '../document-store.ts';
import { creditNoteParts, invoiceParts, payoutStatementParts, proFormaParts } from './bill-parts.ts';
import { contractParts, handoverParts } from './contract-parts.ts';
import { billOfSaleParts, commercialInvoiceParts, packingListParts } from './export-parts.ts';
import { landedCostParts } from './landed-cost-parts.ts';
import { cashReceiptParts, receiptParts } from './receipt-parts.ts';

type Layouts = { [Kind in IssuableKind]: (paper: Papers[Kind], replaces: string | null, t: Translator) => PdfPart[] };

const LAYOUTS: Layouts = {
  receipt: (paper, replaces, t) => {
    if ('what' in paper) return cashReceiptParts(paper, t);
    const words = { tax: t('receipt.tax'), fee: t('receipt.fee') };
    return receiptParts('money' in paper ? paper : receiptOfOld(paper, words), replaces, t);
  },
  pro_forma: (paper, _replaces, t) => proFormaParts(paper, t),
  invoice: (paper, _replaces, t) => invoiceParts(paper, t),
  credit_note: (paper, _replaces, t) => creditNoteParts(paper, t),
  contract: (paper, _replaces, t) => contractParts(paper, t),
  payout_statement: (paper, _replaces, t) => payoutStatementParts(paper, t),
  handover: (paper, _replaces, t) => handoverParts(paper, t),
  commercial_invoice: (paper, _replaces, t) => commercialInvoiceParts(paper, t),
  packing_list: (paper, _replaces, t) => packingListParts(paper, t),
  bill_of_sale: (paper, _replaces, t) => billOfSaleParts(paper, t),
  landed_cost_quote: (paper, _replaces, t) => landedCostParts(paper, t),
};

/** In the metadata, where most programs that save a PDF again leave it. It names the document of a changed file. */
export const CODE_MARK = 'carquay-document:';

/** Draws a document from its stored facts. The same facts always give the same bytes. */
export function documentPdf(document: StoredDocument, siteOrigin: string, t: Translator): Promise<Buffer> {
  const { code, issuedAt, number } = document;
  const kind = document.kind as IssuableKind;
  const claims: DocumentClaims = JSON.parse(document.claims);
  const layout = LAYOUTS[kind] as (paper: unknown, replaces: string | null, t: Translator) => PdfPart[];
  return pdfOf({
    lang: t.locale,
    title: t(`paper.title.${kind}`, { number }),
    subtitle: t('receipt.issued', { date: t.date(claims.issued_on, 'longDay') }),
    sender: claims.issuer,
    made: t('receipt.made', { time: t.utcTime(issuedAt) }),
    at: issuedAt,
    keywords: CODE_MARK + code,
    pageOf: (page, pages) => t('paper.page', { page, pages }),
    parts: [
      ...(claims.is_demo ? [{ text: t('paper.demo') }] : []),
      ...withCode(layout(JSON.parse(document.paper), claims.replaces, t), howToVerify(document, siteOrigin, t)),
    ],
  });
}

/** The code is on the page of the last section: a bank account and the code that proves it belong on one sheet. */
function withCode(parts: PdfPart[], code: PdfPart): PdfPart[] {
  const last = parts.findLastIndex((part) => 'heading' in part || 'together' in part);
  const at = last < 0 ? parts.length : last;
  return [...parts.slice(0, at), { together: [...parts.slice(at), code] }];
}

function howToVerify({ code, signed, signature }: StoredDocument, siteOrigin: string, t: Translator): PdfPart {
  const { host } = new URL(siteOrigin);
  const { data } = encode(`${siteOrigin}/v/${code}#${toFragment(signed, signature)}`, { ecc: 'M', border: 0 });
  return {
    qr: {
      modules: data,
      title: t('paper.verify'),
      texts: [
        t('paper.verify.scan'),
        t('paper.verify.code', { address: `${host}/verify`, code: printedCode(code) }),
        t('paper.verify.file'),
        t('paper.verify.account'),
      ],
    },
  };
}
