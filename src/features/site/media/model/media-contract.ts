import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse } from '#lib/contract-parts.ts';
import { PICTURE_FORMATS, PICTURE_KEY, PICTURE_QUALITIES, PICTURE_WIDTHS, REPORT_KEY } from './picture-variant.ts';

const numberOf = <const Values extends readonly number[]>(values: Values) =>
  z.enum(values.map(String)).transform(Number).pipe(z.literal(values));

export const pictureParams = z.object({ key: z.string().regex(PICTURE_KEY) });
export const pictureQuery = z.object({
  w: numberOf(PICTURE_WIDTHS).default(960),
  q: numberOf(PICTURE_QUALITIES).default(80),
  f: z.enum(PICTURE_FORMATS).default('jpg'),
});

export const reportParams = z.object({ key: z.string().regex(REPORT_KEY) });

const photoResponse = z.object({
  flag: z.literal('1'),
  key: z.string(),
  url: z.string().describe('Relative to the API base; `w`, `q` and `f` choose width, quality and format.'),
  width: z.int(),
  height: z.int(),
  placeholder: z.string().describe('A blurred preview as a data URI'),
});

const documentResponse = z.object({ flag: z.literal('1'), key: z.string(), name: z.string() });

export const mediaContract = {
  sendPhoto: { responses: { 200: photoResponse } },
  sendDocument: { responses: { 200: documentResponse } },
  picture: { params: pictureParams, query: pictureQuery, responses: { 200: fileResponse } },
  document: { params: reportParams, responses: { 200: fileResponse } },
} satisfies Record<string, CallContract>;
