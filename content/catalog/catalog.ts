/*
 * Makes and models written for CarQuay. Facts were compared with:
 * - open-ev-data, electric models (CDLA-Permissive-2.0)
 * - serhatkildaci/global-car-models, models of foreign makes (MIT)
 * - us-car-models-data by Abhilash Reddy, years and bodies of models sold in the United States (CC BY 4.0)
 */
import { american } from './american.ts';
import { baicFaw } from './baic-faw.ts';
import { byd } from './byd.ts';
import { changan } from './changan.ts';
import { chery } from './chery.ts';
import { dongfeng } from './dongfeng.ts';
import { european } from './european.ts';
import { europeanMore } from './european-more.ts';
import { gac } from './gac.ts';
import { geelyGroup } from './geely-group.ts';
import { german } from './german.ts';
import { germanMore } from './german-more.ts';
import { greatWall } from './great-wall.ts';
import { independents } from './independents.ts';
import { japanese } from './japanese.ts';
import { japaneseMore } from './japanese-more.ts';
import { koreanIndian } from './korean-indian.ts';
import type { CatalogMake } from './model.ts';
import { newMakers } from './new-makers.ts';
import { saic } from './saic.ts';

export type { CatalogMake, CatalogModel } from './model.ts';

/** Every make and model that search and import know from the start. Listings may add others. */
export const catalog: CatalogMake[] = [
  ...byd,
  ...geelyGroup,
  ...chery,
  ...greatWall,
  ...saic,
  ...changan,
  ...gac,
  ...dongfeng,
  ...baicFaw,
  ...newMakers,
  ...independents,
  ...japanese,
  ...japaneseMore,
  ...german,
  ...germanMore,
  ...american,
  ...koreanIndian,
  ...european,
  ...europeanMore,
];
