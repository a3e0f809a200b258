import type { Gate } from '#features/import-rules/model/rows/rule-row.ts';
import { destinationOfPayment } from '#features/payments/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { ImportAsk, OrderFilesResponse } from '../../model/file-contract.ts';
import type { FileKind } from '../../model/step.ts';

/** The gates of import rules that a paper can prove. What such a rule asks for in detail is only in its sentence. */
const PROOF_OF: Partial<Record<Gate, FileKind>> = {
  conformity: 'conformity_certificate',
  inspection: 'inspection',
  papers: 'import_papers',
};

const PAYMENT = statement(`
  select b.payment_id as id, c.listing_id as "listingId" from order_cars c join bookings b on b.id = c.booking_id
    join payment_destinations d on d.payment_id = b.payment_id and d.listing_id = c.listing_id
  where c.order_id = $1 order by c.listing_id limit 1`);

/**
 * Returns what the rules of the destination asked of the car when it was paid for, as far as papers can prove it. Null if the buyer
 * named no destination. A rule that allows the car as it is asks for nothing.
 */
export async function importAsksOf(
  db: Queryable,
  orderId: number,
  kinds: readonly FileKind[],
  t: Translator,
): Promise<OrderFilesResponse['destination']> {
  const [payment] = await rowsOf<{ id: number; listingId: number }>(db, PAYMENT, [orderId]);
  const paid = payment && (await destinationOfPayment(db, payment.id, payment.listingId));
  if (!paid) return null;
  const { country, at, verdict } = paid.quote;
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
