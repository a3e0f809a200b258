/*
 * Makers by code, written for CarQuay. Facts were compared with:
 * - sunrise-php/vin and Wal33D/nhtsa-vin-decoder (MIT)
 * - the Wikibooks list of manufacturer codes (CC BY-SA 4.0)
 */
import { africanAndOceanian } from './african-and-oceanian.ts';
import { american } from './american.ts';
import { asian } from './asian.ts';
import { chineseCars } from './chinese-cars.ts';
import { chineseOthers } from './chinese-others.ts';
import { european } from './european.ts';
import type { CodedMaker, VinMaker } from './maker.ts';

export const codedMakers: CodedMaker[] = [
  ...chineseCars,
  ...chineseOthers,
  ...asian,
  ...american,
  ...european,
  ...africanAndOceanian,
];

export const makerByCode: ReadonlyMap<string, VinMaker> = new Map(
  codedMakers.flatMap((maker) => maker.codes.map((code) => [code, maker] as const)),
);
