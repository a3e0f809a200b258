import { z } from 'zod';
import { orderParams } from '#features/orders/orders/model/order-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse, idValue } from '#lib/contract-parts.ts';
import { GOODS_FACTS, ORIGINS } from './export-goods.ts';

const wholeNumber = (least: number, most: number) => z.int().min(least).max(most).nullable();

/** The facts about a car that the seller or the office enters for export papers. Null if unknown. */
export const goodsForm = z
  .object({
    hs_code: z
      .string()
      .transform((code) => code.replace(/[\s.]/g, ''))
      .pipe(z.string().regex(/^\d{6,10}$/, { error: 'exportPapers.problem.hsCode' }))
      .nullable()
      .describe('Of the Harmonized System, 6 to 10 digits'),
    engine_number: z.string().trim().min(1).max(40).nullable(),
    origin: z
      .string()
      .refine((code) => ORIGINS.includes(code), { error: 'exportPapers.problem.origin' })
      .nullable()
      .describe('The country in which the car was made; ISO 3166, two letters'),
    weight_kg: wholeNumber(100, 60_000),
    length_mm: wholeNumber(1_000, 30_000),
    width_mm: wholeNumber(500, 5_000),
    height_mm: wholeNumber(500, 6_000),
    seen: z.int().nullable().describe('`version` of the facts that the form showed; others are refused'),
  })
  .refine(
    ({ length_mm: length, width_mm: width, height_mm: height }) => {
      const known = [length, width, height].filter((each) => each !== null).length;
      return known === 0 || known === 3;
    },
    { path: ['length_mm'], error: 'exportPapers.problem.size' },
  );
export type GoodsBody = z.output<typeof goodsForm>;

export const EXPORT_PAPERS = ['commercial_invoice', 'packing_list', 'bill_of_sale'] as const;
export type ExportPaperKind = (typeof EXPORT_PAPERS)[number];

/**
 * - `not_booked`: the order is not booked, or it was canceled
 * - `not_paid`: part of the price is open, so no paper may state that it is paid
 */
const CLOSED_PAPERS = ['not_booked', 'not_paid'] as const;
export type ClosedPaper = (typeof CLOSED_PAPERS)[number];

const paper = z.object({
  kind: z.enum(EXPORT_PAPERS),
  closed: z.enum(CLOSED_PAPERS).nullable().describe('Why it is not issued; null if it is'),
  url: z.string().describe('Where it is downloaded, and regenerated if something has changed'),
});

const text = z.string().nullable();
const whole = z.int().nullable();

const exportCar = z.object({
  listing_id: z.int(),
  name: z.string(),
  vin: text,
  version: whole.describe('Of the facts below; null if none were entered'),
  hs_code: text,
  engine_number: text,
  origin: text.describe('ISO 3166, two letters'),
  weight_kg: whole,
  length_mm: whole,
  width_mm: whole,
  height_mm: whole,
  missing: z.array(z.enum(GOODS_FACTS)).describe('Facts that export papers leave out because they are unknown'),
});
export type ExportCarResponse = z.output<typeof exportCar>;

const exportPapers = z.object({
  may_write: z.boolean().describe('Whether the caller may enter facts of the cars'),
  papers: z.array(paper),
  cars: z.array(exportCar),
});
export type ExportPapersResponse = z.output<typeof exportPapers>;

export const exportPaperContract = {
  read: { params: orderParams, responses: { 200: exportPapers } },
  file: {
    params: z.object({ id: idValue, kind: z.enum(EXPORT_PAPERS) }),
    responses: { 200: fileResponse },
  },
  save: {
    params: z.object({ id: idValue, listing: idValue }),
    body: goodsForm,
    responses: { 200: exportPapers },
  },
} satisfies Record<string, CallContract>;
