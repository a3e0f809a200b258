import { z } from 'zod';
import { light } from '#features/catalog/landed-cost/model/landed-cost-contract.ts';
import { WAITING_QUEUES } from '#features/orders/order-pages/model/order-queue.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue, pagedResponse, pageQuery } from '#lib/contract-parts.ts';
import { placeResponse, toldResponse } from './shipment-contract.ts';
import { CERTAINTIES } from './shipment-event.ts';
import { ALL_STEPS, SAILING_STEPS, STEP_OWNERS } from './step.ts';

const time = z.string().describe('ISO 8601, UTC');

const boardQuery = z.object({
  ...pageQuery,
  step: z.enum(ALL_STEPS).optional(),
  owner: z.enum(STEP_OWNERS).optional(),
  late: z.literal('yes').optional(),
});
export type BoardQuery = z.output<typeof boardQuery>;

const boardOrder = z.object({
  order_id: z.int(),
  number: z.string(),
  cars: z.array(z.string()),
  buyer: z.string(),
  queue: z.enum(WAITING_QUEUES).nullable().describe('What the order waits for in the list of orders'),
  step: z.enum(ALL_STEPS).describe('The open step that is due first'),
  owner: z.enum(STEP_OWNERS),
  due_at: time,
  late_days: z.int(),
  expected_at: time.nullable(),
  age_days: z.int().describe('Since the step before was done'),
  vessel: z.string().nullable(),
  import: z
    .object({
      country: z.string().nullable().describe('Where the cars go; null if the buyer did not say it'),
      light: light
        .nullable()
        .describe('The worst answer about its cars; null if the rules were not asked about one of them'),
    })
    .nullable()
    .describe('Null for rented cars, which are not exported'),
});
export type BoardOrder = z.output<typeof boardOrder>;

const boardResponse = pagedResponse(boardOrder).extend({
  steps: z.array(z.object({ step: z.enum(ALL_STEPS), orders: z.int(), late: z.int() })),
});
export type BoardResponse = z.output<typeof boardResponse>;

const line = (max: number) => z.string().trim().min(1).max(max);
const moment = z.iso.datetime({ offset: true });

export const MAX_SAILING_CARS = 500;
const sailingBody = z.object({
  vessel: line(100),
  imo: line(20).describe('With its check digit'),
  voyage: line(40),
  carrier: z.string().trim().max(100).default(''),
  from_place: line(8).describe('UN/LOCODE'),
  to_place: line(8).describe('UN/LOCODE'),
  etd: moment.optional().describe('Estimated departure'),
  eta: moment.optional().describe('Estimated arrival'),
  cars: z
    .array(
      z.object({
        car: line(40).describe('Order number or VIN'),
        container: line(20).optional(),
        seal: line(40).optional(),
      }),
    )
    .max(MAX_SAILING_CARS)
    .optional(),
  csv: z.string().max(80_000).optional().describe('The list of a carrier with the columns car, container and seal'),
  dry_run: z.boolean().default(false),
});
export type SailingBody = z.output<typeof sailingBody>;

const sailingStep = z.object({
  step: z.enum(SAILING_STEPS),
  at: time.nullable(),
  certainty: z.enum(CERTAINTIES).nullable(),
  changes: z.array(z.object({ at: time, certainty: z.enum(CERTAINTIES), told_at: time, note: z.string() })),
});

const sailingSummary = z.object({
  id: z.int(),
  vessel: z.string(),
  imo: z.string(),
  voyage: z.string(),
  carrier: z.string(),
  from: placeResponse,
  to: placeResponse,
  cars: z.int(),
  steps: z.array(sailingStep),
});
export type SailingSummary = z.output<typeof sailingSummary>;

const sailingResponse = sailingSummary.extend({
  orders: z.array(
    z.object({
      order_id: z.int(),
      number: z.string(),
      car: z.string(),
      container: z.string().nullable(),
      seal: z.string().nullable(),
    }),
  ),
});
export type SailingResponse = z.output<typeof sailingResponse>;

const sailingRow = z.object({
  row: z.int().describe('Counted from 1'),
  car: z.string(),
  number: z.string().nullable(),
  outcome: z.enum(['added', 'there', 'moved', 'problem']).describe('moved: it was on another sailing'),
  problem: z.string().nullable(),
});
export type SailingRow = z.output<typeof sailingRow>;

const loadedResponse = z.object({
  sailing_id: z.int().nullable().describe('Null if nothing was saved'),
  saved: z.boolean(),
  rows: z.array(sailingRow),
});
export type LoadedResponse = z.output<typeof loadedResponse>;

const sailingEventBody = z.object({
  id: z.uuid(),
  step: z.enum(SAILING_STEPS),
  certainty: z.enum(CERTAINTIES),
  happens_at: moment,
  captured_at: moment.optional(),
  note: z.string().trim().max(500).default(''),
});
export type SailingEventBody = z.output<typeof sailingEventBody>;

const sailingParams = z.object({ id: idValue });

const sailingsResponse = pagedResponse(sailingSummary);
export type SailingsResponse = z.output<typeof sailingsResponse>;

export const boardContract = {
  board: { query: boardQuery, responses: { 200: boardResponse } },
  sailings: { query: z.object(pageQuery), responses: { 200: sailingsResponse } },
  sailing: { params: sailingParams, responses: { 200: sailingResponse } },
  load: { body: sailingBody, responses: { 200: loadedResponse } },
  tell: { params: sailingParams, body: sailingEventBody, responses: { 200: toldResponse } },
} satisfies Record<string, CallContract>;
