import { z } from 'zod';
import { dayCell, idCell, optionalText, textCell } from './cells.ts';

/** Kinds of sources, the most reliable first. `offer` is a price at which we sell. */
export const SOURCE_KINDS = [
  'offer',
  'official',
  'law',
  'taxSummary',
  'press',
  'carrierNotice',
  'moverGuide',
  'forwarderGuide',
  'exporterGuide',
  'aggregator',
  'calculator',
  'code',
  'derived',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export const sourceRow = z.object({
  id: idCell,
  /** Empty if the text was found without its address. */
  url: z.union([z.literal('').transform(() => null), z.url()]),
  title: textCell,
  publisher: textCell,
  /** As the source prints it, such as '2025-11' or 'undated'. */
  published: optionalText,
  kind: z.enum(SOURCE_KINDS),
  seen: dayCell,
});
export type Source = z.infer<typeof sourceRow>;
