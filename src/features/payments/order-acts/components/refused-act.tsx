import type { ActAnswer } from '../model/acts-contract.ts';

/** Says why an act is not offered, or why it needs a second person. Nothing if it may happen. */
export function RefusedAct({ answer }: { answer: ActAnswer | undefined }) {
  if (!answer || answer.may === 'yes') return null;
  return <p className="max-w-prose text-ink-soft text-sm">{answer.why}</p>;
}
