import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { Button } from '#ui/button.tsx';
import { FormContext } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icon.tsx';
import { dropDraft, type EditableListing } from '../client/sell-client.ts';
import type { SavedDraft } from '../model/sell-draft.ts';
import { addressOfStep, LAST_STEP, STEP_NAMES } from '../model/sell-steps.ts';
import { BasicStep } from './basic-step.tsx';
import { ConditionStep } from './condition-step.tsx';
import { DraftStatus } from './draft-status.tsx';
import { EditNotice, StaleNotice } from './edit-notices.tsx';
import { HighlightsStep } from './highlights-step.tsx';
import { PhotosStep } from './photos-step.tsx';
import { SellContext } from './sell-fields.tsx';
import { useSellWizard } from './use-sell-wizard.ts';

import './sell-wizard.css';

type SellWizardProps = {
  userId: number;
  /** The server's draft of a new car. */
  saved: SavedDraft | null;
  /** The listing being edited; null for a new car. */
  listing: EditableListing | null;
  /** Reopens the wizard after the typed values were discarded. */
  onStartAgain: () => void;
};

/** The four steps to create or edit a listing. */
export function SellWizard({ onStartAgain, ...opened }: SellWizardProps) {
  const t = useTranslator();
  const { search } = useLocation();
  const wizard = useSellWizard(opened);
  const { step, content, listing, autosave, busy } = wizard;

  const startAgain = async () => {
    await autosave.stop();
    try {
      if (!listing) await dropDraft(browserApi);
      autosave.forget();
      onStartAgain();
    } catch {
      autosave.resume();
      showToast(t('ui.unreachable'), 'failed');
    }
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (!busy) wizard.goOn();
  };

  return (
    <div className="grid gap-6 noscript:hidden">
      <div className="grid gap-2">
        <StepList step={step} requestUrl={(number) => addressOfStep(new URLSearchParams(search), number)} />
        <DraftStatus from={wizard.from} saveState={wizard.saveState} onStartAgain={startAgain} />
      </div>
      {listing && <EditNotice listing={listing} content={content} />}
      {listing && wizard.isStale && (
        <StaleNotice
          now={listing}
          content={content}
          onKeepMine={() => wizard.settle(false)}
          onTakeTheirs={() => wizard.settle(true)}
        />
      )}
      <form ref={wizard.form} noValidate onSubmit={submit} className="grid gap-6">
        <h2 ref={wizard.heading} tabIndex={-1} className="scroll-mt-20 text-xl outline-none">
          <span className="sr-only">{t('sell.steps.of', { step, steps: LAST_STEP })}: </span>
          {t(STEP_NAMES[step - 1] ?? STEP_NAMES[0])}
        </h2>
        <FormContext value={{ problems: wizard.problems, values: NO_VALUES, busy }}>
          <SellContext value={{ values: content.values, change: wizard.edit }}>
            {step === 1 && <BasicStep />}
            {step === 2 && <ConditionStep />}
            {step === 3 && <HighlightsStep report={content.report} onReport={wizard.setReport} />}
            {step === 4 && <PhotosStep uploads={wizard.uploads} />}
          </SellContext>
        </FormContext>
        {wizard.failure && <Failure words={wizard.failure} />}
        <WizardBar step={step} busy={busy} edits={listing !== null} onPrevious={wizard.goBack} />
      </form>
    </div>
  );
}

const NO_VALUES = {};

function Failure({ words }: { words: string }) {
  const banner = useRef<HTMLParagraphElement>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <p
      ref={banner}
      tabIndex={-1}
      role="alert"
      className="flex items-start gap-2 rounded-md border border-danger bg-danger-ground p-3 text-danger"
    >
      <Icon name="warning" className="mt-0.5 size-5" />
      {words}
    </p>
  );
}

type StepListProps = {
  step: number;
  /** Returns the query part of a step's URL. */
  requestUrl: (step: number) => string;
};

const CELL = 'grid min-h-11 content-start gap-1.5 border-t-4 pt-2 text-sm';

/** Shows the current step. Earlier steps are links. */
function StepList({ step, requestUrl }: StepListProps) {
  const t = useTranslator();
  return (
    <ol aria-label={t('sell.steps')} className="grid grid-cols-4 gap-2">
      {STEP_NAMES.map((name, index) => {
        const number = index + 1;
        const label = (
          <>
            <span className="figures flex items-center gap-1 font-semibold">
              {number < step && <Icon name="check" className="size-4 text-verified" />}
              {t('sell.steps.number', { number })}
            </span>
            <span className="max-md:sr-only">{t(name)}</span>
          </>
        );
        return (
          <li key={name} aria-current={number === step ? 'step' : undefined}>
            {number < step ? (
              <Link
                to={{ search: requestUrl(number) }}
                preventScrollReset
                className={`${CELL} border-verified hover:underline`}
              >
                {label}
              </Link>
            ) : (
              <span className={`${CELL} ${number === step ? 'border-ink' : 'border-line text-ink-soft'}`}>{label}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

type WizardBarProps = { step: number; busy: boolean; edits: boolean; onPrevious: () => void };

function WizardBar({ step, busy, edits, onPrevious }: WizardBarProps) {
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
