import type { CancelTerms } from '#features/payments/order-terms/model/order-terms-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { cancelSentence } from '../model/cancellation.ts';
import type { ActAnswer } from '../model/order-acts-contract.ts';

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

/** Says why an act is not offered, or why it needs a second person. Nothing if it may happen. */
export function RefusedAct({ answer }: { answer: ActAnswer | undefined }) {
  if (!answer || answer.may === 'yes') return null;
  return <p className="max-w-prose text-ink-soft text-sm">{answer.why}</p>;
}
