import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import type { ContractPaper } from '../../model/papers.ts';

/** Both languages clause by clause, and who accepted them. */
export function contractParts(
  { order, version, textHash, clauses, accepted }: ContractPaper,
  t: Translator,
): PdfPart[] {
  return [
    { text: t('paper.contract.order', { order, version: String(version) }) },
    ...clauses.flatMap(({ title, text }, at): PdfPart[] => [
      { heading: `${at + 1}. ${title.en} / ${title.zh}` },
      { text: text.en },
      { text: text.zh },
    ]),
    { heading: t('paper.contract.accepted') },
    {
      facts: accepted.map(({ party, name, at }) => [
        t(`paper.contract.${party}`),
        t('paper.contract.by', { name, time: t.utcTime(new Date(at)) }),
      ]),
    },
    { text: t('paper.contract.hash', { hash: textHash }), soft: true },
  ];
}
