import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { browserApi } from '#lib/api-client/browser-api.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { FormContext } from '#ui/forms/form-field.tsx';
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
import { StepList } from './step-list.tsx';
import { useSellWizard } from './use-sell-wizard.ts';
import { WizardBar } from './wizard-bar.tsx';
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
