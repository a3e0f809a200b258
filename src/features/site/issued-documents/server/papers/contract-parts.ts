import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfFact, PdfPart } from '#lib/server/pdf/pdf-document.ts';
import type { ContractPaper, HandoverPaper } from '../../model/papers.ts';

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

/** What both sides signed at a handover, with the fingerprints of the photos. */
export function handoverParts(handover: HandoverPaper, t: Translator): PdfPart[] {
  const { order, what, car, at, odometer, odometerUnit, keys, fuelPercent, chargePercent, damage, photos } = handover;
  const level = (percent: number) => t('paper.handover.percent', { percent: t.number(percent) });
  const facts: PdfFact[] = [
    [t('paper.handover.what'), t(`paper.handover.what.${what}`)],
    [t('paper.handover.order'), order],
    [t('paper.handover.car'), car.name],
    [t('paper.handover.vin'), car.vin ?? t('paper.handover.unknown')],
    [t('paper.handover.at'), t.utcTime(at)],
    [t('paper.handover.odometer'), `${t.number(odometer)} ${odometerUnit}`],
    [t('paper.handover.keys'), t.number(keys)],
    ...(fuelPercent === null ? [] : [[t('paper.handover.fuel'), level(fuelPercent)] as [string, string]]),
    ...(chargePercent === null ? [] : [[t('paper.handover.charge'), level(chargePercent)] as [string, string]]),
    [t('paper.handover.damage'), damage === '' ? t('paper.handover.noDamage') : damage.split('\n')],
  ];
  return [
    { facts },
    { heading: t('paper.handover.photos') },
    { text: t('paper.handover.photosText'), soft: true },
    { facts: photos.map(({ side, sha256 }) => [t(`paper.handover.side.${side}`), sha256]) },
    { heading: t('paper.handover.signatures') },
    ...(['giver', 'receiver'] as const).map(
      (role): PdfPart => ({
        signature: {
          role: t(`paper.handover.${role}`),
          name: handover[role].name,
          strokes: handover[role].strokes,
          confirmed: t('paper.handover.confirmed'),
        },
      }),
    ),
  ];
}
