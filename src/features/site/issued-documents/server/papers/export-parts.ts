import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfFact, PdfPart } from '#lib/server/pdf/pdf-document.ts';
import type { BillOfSalePaper, CommercialInvoicePaper, ExportCar, PackingListPaper } from '../../model/papers.ts';
import { lineParts, partyParts } from './shared-parts.ts';

const MM3_PER_M3 = 1e9;

export function commercialInvoiceParts(paper: CommercialInvoicePaper, t: Translator): PdfPart[] {
  return [
    { figures: [{ label: t('paper.export.value'), value: t.cents(paper.totalCents) }] },
    { text: t('paper.commercialInvoice.text') },
    ...partiesOf(paper, t),
    ...paper.goods.map((car): PdfPart => ({ together: goodsOf(car, t) })),
    ...lineParts(paper, t),
  ];
}

export function packingListParts(paper: PackingListPaper, t: Translator): PdfPart[] {
  const known = paper.goods.every(({ weightKg, size }) => weightKg !== null && size !== null);
  const sum = (of: (car: ExportCar) => number) => paper.goods.reduce((total, car) => total + of(car), 0);
  return [
    {
      figures: [
        { label: t('paper.packing.packages'), value: t.number(paper.goods.length) },
        ...(known
          ? [
              {
                label: t('paper.export.weight'),
                value: kilograms(
                  sum(({ weightKg }) => weightKg ?? 0),
                  t,
                ),
              },
              { label: t('paper.export.volume'), value: cubicMeters(sum(volumeOf), t) },
            ]
          : []),
      ],
    },
    { text: t('paper.packing.text') },
    ...partiesOf(paper, t),
    ...paper.goods.map((car): PdfPart => ({ together: [...goodsOf(car, t), ...transportOf(car, t)] })),
  ];
}

export function billOfSaleParts(paper: BillOfSalePaper, t: Translator): PdfPart[] {
  const lineOf = ({ name, vin, priceCents: cents }: ExportCar) => ({
    text: vin === null ? name : t('paper.carWithVin', { name, vin }),
    cents,
  });
  const sellers = paper.sellers.join(', ');
  return [
    { figures: [{ label: t('paper.billOfSale.price'), value: t.cents(paper.totalCents) }] },
    { text: t('paper.billOfSale.text', { sellers, buyer: paper.buyer.lines[0] ?? '' }) },
    ...partiesOf(paper, t, [[t('paper.billOfSale.sellers'), paper.sellers]]),
    ...paper.goods.map((car): PdfPart => ({ together: goodsOf(car, t) })),
    ...lineParts({ lines: paper.goods.map(lineOf), totalCents: paper.totalCents }, t),
  ];
}

function partiesOf(paper: PackingListPaper, t: Translator, more: PdfFact[] = []): PdfPart[] {
  const { notifyParty } = paper;
  const notify: PdfFact[] = notifyParty === '' ? [] : [[t('paper.export.notify'), notifyParty.split('\n')]];
  return partyParts({ ...paper, cars: [] }, t, [...more, ...notify]);
}

const volumeOf = ({ size }: ExportCar) => (size ? (size.lengthMm * size.widthMm * size.heightMm) / MM3_PER_M3 : 0);
const kilograms = (kg: number, t: Translator) => t('paper.export.kg', { kg: t.number(kg) });
const cubicMeters = (volume: number, t: Translator) => t('paper.export.m3', { volume: t.number(volume) });

/** The facts of a car that are known. */
function goodsOf(car: ExportCar, t: Translator): PdfPart[] {
  const { name, vin, engineNumber, hsCode, origin, weightKg, size } = car;
  const facts: [string, string | null][] = [
    [t('paper.export.chassis'), vin],
    [t('paper.export.engine'), engineNumber],
    [t('paper.export.hsCode'), hsCode],
    [t('paper.export.origin'), origin],
    [t('paper.export.weight'), weightKg === null ? null : kilograms(weightKg, t)],
    [t('paper.export.size'), size && t('paper.export.sizeText', numbersOf(size, t))],
    [t('paper.export.volume'), size && cubicMeters(volumeOf(car), t)],
  ];
  return [
    { heading: name },
    { facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as PdfFact])) },
  ];
}

function numbersOf({ lengthMm, widthMm, heightMm }: NonNullable<ExportCar['size']>, t: Translator) {
  return { length: t.number(lengthMm), width: t.number(widthMm), height: t.number(heightMm) };
}

function transportOf({ transport }: ExportCar, t: Translator): PdfPart[] {
  if (!transport) return [];
  const { vessel, voyage, from, to, container, seal } = transport;
  const facts: PdfFact[] = [[t('paper.packing.vessel'), t('paper.packing.vesselText', { vessel, voyage, from, to })]];
  if (container) facts.push([t('paper.packing.container'), container]);
  if (seal) facts.push([t('paper.packing.seal'), seal]);
  return [{ facts }];
}
