import type { Gate } from '#features/customs/import-rules/model/rows/rule-row.ts';
import { placesOfOrders } from '#features/payments/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { ImportAsk, OrderFilesResponse } from '../../model/file-contract.ts';
import type { FileKind } from '../../model/step.ts';

/** The gates of import rules that a paper can prove. What such a rule asks for in detail is only in its sentence. */
const PROOF_OF: Partial<Record<Gate, FileKind>> = {
  conformity: 'conformity_certificate',
  inspection: 'inspection',
  papers: 'import_papers',
};

/**
 * Returns what the rules asked of the car where it goes, when that was last named, as far as papers can prove it. Null if nobody
 * named a country. A rule that allows the car as it is asks for nothing.
 */
export async function importAsksOf(
  db: Queryable,
  orderId: number,
  kinds: readonly FileKind[],
  t: Translator,
): Promise<OrderFilesResponse['destination']> {
  const place = (await placesOfOrders(db, [orderId])).get(orderId)?.find(({ quote }) => quote !== null);
  if (!place?.quote) return null;
  const { country, at, verdict } = place.quote;
  const asks = verdict.reasons.flatMap(
    ({ ruleId: rule, country: of, gate, outcome, sentence, sources }): ImportAsk[] => {
      const kind = PROOF_OF[gate];
      if (of !== country || kind === undefined || outcome === 'allowed') return [];
      const shown = sources.map(({ publisher, url }) => ({ publisher, url }));
      return [{ rule, gate, outcome, sentence, kind, there: kinds.includes(kind), sources: shown }];
    },
  );
  return { country, country_name: t.region(country), assessed_on: at.on, asks };
}
