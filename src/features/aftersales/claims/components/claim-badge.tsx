import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { ClaimState } from '../model/claim.ts';

const TONES: Record<ClaimState, string> = {
  open: 'bg-waiting-ground text-waiting',
  answered: 'bg-waiting-ground text-waiting',
  under_review: 'bg-waiting-ground text-waiting',
  decided: 'bg-waiting-ground text-waiting',
  executed: 'bg-verified-ground text-verified',
  withdrawn: 'bg-sunken text-ink-soft',
};

export function ClaimBadge({ state }: { state: ClaimState }) {
  const t = useTranslator();
  return <span className={`rounded-full px-3 py-0.5 text-sm ${TONES[state]}`}>{t(`claims.state.${state}`)}</span>;
}
