import type { CancelTerms } from '#features/payments/order-terms/model/order-terms-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { cancelSentence } from '../model/cancellation.ts';
import type { ActAnswer } from '../model/order-acts-contract.ts';

type CancelPartProps = {
  terms: CancelTerms;
  priceCents: number;
  answer: ActAnswer | undefined;
};

/** The cancellation terms of a purchase, or why it is too late. */
export function CancelPart({ terms, priceCents, answer }: CancelPartProps) {
  const t = useTranslator();
  return (
    <div className="grid gap-2">
      <p className="max-w-prose">{cancelSentence(t, terms, priceCents)}</p>
      {answer?.may === 'no' && <p className="max-w-prose font-semibold">{answer.why}</p>}
    </div>
  );
}

/** Explains why an act is refused or needs a second person. */
export function RefusedAct({ answer }: { answer: ActAnswer | undefined }) {
  if (!answer || answer.may === 'yes') return null;
  return <p className="max-w-prose text-ink-soft text-sm">{answer.why}</p>;
}
