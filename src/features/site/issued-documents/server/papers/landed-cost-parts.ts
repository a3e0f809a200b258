import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import type { LandedCostPaper } from '../../model/papers.ts';
import { issuerFacts } from './shared-parts.ts';

export function landedCostParts(paper: LandedCostPaper, t: Translator): PdfPart[] {
  return [
    { text: t('paper.quote.valid', { date: t.date(paper.validUntil, 'longDay') }) },
    { text: paper.notice },
    ...answerParts(paper, t),
    ...costParts(paper, t),
    ...reasonParts(paper, t),
    { heading: t('paper.quote.basis') },
    { text: paper.rules, soft: true },
    ...paper.rates.map((text): PdfPart => ({ text, soft: true })),
  ];
}

function answerParts(paper: LandedCostPaper, t: Translator): PdfPart[] {
  return [
    {
      facts: [
        ...issuerFacts(paper.issuer, t),
        [t('receipt.car'), paper.car],
        [t('paper.quote.listing'), String(paper.listingId)],
        [t('receipt.destination.place'), paper.place],
        [t('paper.quote.buyer'), paper.buyer],
        [t('receipt.destination.light'), t(`shipTo.light.${paper.light}`)],
        [t('receipt.destination.why'), paper.reason],
        [t('receipt.destination.cost'), paper.cost],
        [t('receipt.destination.assessed'), t.date(paper.assessedOn)],
      ],
    },
  ];
}

function costParts(
  { lines, total, isRange, missing, door = [], notIncluded }: LandedCostPaper,
  t: Translator,
): PdfPart[] {
  const amounts = ({ low, likely, high }: { low: number; likely: number; high: number }, hasLikely = true) => [
    t.dollars(low),
    hasLikely ? t.dollars(likely) : '–',
    t.dollars(high),
  ];
  return [
    { heading: t('receipt.sums') },
    {
      table: {
        columns: [
          { head: t('receipt.what'), share: 3 },
          { head: t('paper.quote.low'), share: 1, figures: true },
          { head: t('paper.quote.likely'), share: 1, figures: true },
          { head: t('paper.quote.high'), share: 1, figures: true },
          { head: t('paper.quote.paidTo'), share: 1 },
          { head: t('paper.quote.source'), share: 2 },
        ],
        rows: lines.map(({ name, paidTo, source, ...line }) => [name, ...amounts(line), paidTo, source]),
        ...(total && { total: [t('receipt.destination.cost'), ...amounts(total, !isRange), '', ''] }),
      },
    },
    ...listParts(t('paper.quote.missing'), missing),
    ...listParts(t('paper.quote.door'), door),
    ...listParts(t('paper.quote.notIncluded'), notIncluded),
  ];
}

function listParts(heading: string, texts: readonly string[]): PdfPart[] {
  return texts.length === 0 ? [] : [{ heading }, ...texts.map((text): PdfPart => ({ text }))];
}

function reasonParts({ reasons }: LandedCostPaper, t: Translator): PdfPart[] {
  if (reasons.length === 0) return [];
  return [
    { heading: t('paper.quote.reasons') },
    ...reasons.flatMap(({ outcome, sentence, source, checkedOn }): PdfPart[] => [
      { text: `${outcome}: ${sentence}` },
      { text: [source, t('paper.quote.checked', { date: t.date(checkedOn) })].filter(Boolean).join(', '), soft: true },
    ]),
  ];
}
