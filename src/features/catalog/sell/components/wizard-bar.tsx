import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { LAST_STEP } from '../model/sell-steps.ts';

type WizardBarProps = { step: number; busy: boolean; edits: boolean; onPrevious: () => void };

export function WizardBar({ step, busy, edits, onPrevious }: WizardBarProps) {
  const t = useTranslator();
  const last = step === LAST_STEP;
  const send = t(edits ? 'sell.edit.send' : 'sell.send');
  const sending = t(edits ? 'sell.edit.sending' : 'sell.sending');
  return (
    <div className="wizard-bar">
      {step > 1 ? (
        <Button onClick={onPrevious} disabled={busy}>
          {t('sell.previous')}
        </Button>
      ) : (
        <span />
      )}
      <span className="figures whitespace-nowrap text-ink-soft text-sm max-sm:hidden" aria-hidden="true">
        {t('sell.steps.of', { step, steps: LAST_STEP })}
      </span>
      <Button type="submit" kind="action" disabled={busy} className="min-w-36">
        <span aria-live="polite">{last ? (busy ? sending : send) : t('sell.next')}</span>
      </Button>
    </div>
  );
}
