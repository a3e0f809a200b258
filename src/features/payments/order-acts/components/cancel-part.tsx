import type { CancelTerms } from '#features/payments/order-terms/model/order-terms-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { ActAnswer } from '../model/acts-contract.ts';
import { cancelSentence } from '../model/cancel-words.ts';

type CancelPartProps = {
  terms: CancelTerms;
  priceCents: number;
  /** Whether the buyer may cancel now. */
  answer: ActAnswer | undefined;
};

/** Until when the buyer of a purchase may cancel and what it costs; or why it is too late. */
export function CancelPart({ terms, priceCents, answer }: CancelPartProps) {
  const t = useTranslator();
  return (
    <div className="grid gap-2">
      <p className="max-w-prose">{cancelSentence(t, terms, priceCents)}</p>
      {answer?.may === 'no' && <p className="max-w-prose font-semibold">{answer.why}</p>}
    </div>
  );
}
