import './sell-wizard.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { SellProblems, SellValues } from '#features/catalog/listings/model/listing-form.ts';
import { useSavedDraft } from '#features/catalog/sell/client/draft-autosave.ts';
import { useSellPhotos } from '#features/catalog/sell/client/photo-uploads.ts';
import { dropDraft, type EditableListing } from '#features/catalog/sell/client/sell-client.ts';
import { useSendListing } from '#features/catalog/sell/client/use-send-listing.ts';
import { EMPTY_CONTENT, type SavedDraft } from '#features/catalog/sell/model/sell-draft.ts';
import {
  addressOfStep,
  blockedStep,
  LAST_STEP,
  STEP_NAMES,
  stepOfAddress,
  stepOfFields,
} from '#features/catalog/sell/model/sell-steps.ts';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { Button } from '#ui/button.tsx';
import { focusFirst } from '#ui/forms/action-form.tsx';
import { FormContext } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icon.tsx';
import { BasicStep } from './basic-step.tsx';
import { ConditionStep } from './condition-step.tsx';
import { HighlightsStep } from './highlights-step.tsx';
import { PhotosStep } from './photos-step.tsx';
import { SellContext } from './sell-fields.tsx';
import { DraftStatus, EditNotice, StaleNotice } from './sell-notices.tsx';

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

/**
 * Returns the step in the URL, or an earlier one that is invalid, and a function to go to another. The URL is corrected
 * once the draft is restored; otherwise the user would leave the earlier step as soon as it becomes valid.
 */
function useWizardStep(values: SellValues) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const address = new URLSearchParams(search);
  const requested = stepOfAddress(address);
  const step = blockedStep(values, requested)?.step ?? requested;
  const goTo = (next: number, replace = false) =>
    navigate({ search: addressOfStep(address, next) }, { preventScrollReset: true, replace });

  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(true), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `goTo` must not navigate
  useEffect(() => {
    if (isOpen && step !== requested) void goTo(step, true);
  }, [isOpen, step, requested]);
  return { step, goTo, isNamed: address.has('step') };
}

/** When the step changes, scrolls to it and focuses its heading, or the first invalid field if there is one. */
function useStepFocus(step: number, form: React.RefObject<HTMLFormElement | null>, problems: Record<string, string>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousStep = useRef(step);
  useEffect(() => {
    if (previousStep.current === step) return;
    previousStep.current = step;
    if (Object.keys(problems).length > 0) return focusFirst(form.current, problems);
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [step, form, problems]);
  return heading;
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Takes over input typed into the server-rendered page before its scripts ran. */
function useEarlyTyping(form: React.RefObject<HTMLFormElement | null>, change: (part: Partial<SellValues>) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only input typed before the first render
  useLayoutEffect(() => {
    const inputs = Array.from(form.current?.elements ?? []) as Input[];
    const typed = inputs.filter(isTyped).map(({ name, value }) => [name, value]);
    if (typed.length > 0) change(Object.fromEntries(typed));
  }, []);
}

function isTyped(input: Input): boolean {
  if (input instanceof HTMLSelectElement) {
    const option = input.selectedOptions[0];
    return option !== undefined && !option.defaultSelected && input.querySelector('option[selected]') !== null;
  }
  if (input instanceof HTMLInputElement && input.type === 'radio') return input.checked && !input.defaultChecked;
  const isText = input instanceof HTMLTextAreaElement || (input instanceof HTMLInputElement && input.type === 'text');
  return isText && input.name !== '' && input.value !== input.defaultValue;
}

type Opened = { userId: number; saved: SavedDraft | null; listing: EditableListing | null };
type Problems = Record<string, string>;

const NONE: Problems = {};

function useSellWizard({ userId, saved, listing: opened }: Opened) {
  const t = useTranslator();
  const form = useRef<HTMLFormElement>(null);
  const [listing, setListing] = useState(opened);
  const [isStale, setIsStale] = useState(false);
  const [problems, setProblems] = useState(NONE);
  const { content, change, setReport, replace, uploads } = useSellPhotos(listing ?? saved ?? EMPTY_CONTENT);
  const { step, goTo, isNamed } = useWizardStep(content.values);
  const heading = useStepFocus(step, form, problems);
  const { id, from, autosave, saveState } = useSavedDraft({
    userId,
    saved,
    listing,
    content,
    step,
    onOpen(draft, base) {
      replace(draft);
      setIsStale(listing !== null && base !== String(listing.version));
      if (!isNamed && draft.step > 1) void goTo(draft.step, true);
    },
  });

  const showProblems = (wrong: Problems, on: number) => {
    setProblems(wrong);
    if (on === step) focusFirst(form.current, wrong);
    else void goTo(on);
  };
  const inWords = (wrong: SellProblems): Problems =>
    Object.fromEntries(Object.entries(wrong).map(([field, words]) => [field, t(words)]));

  const { send, busy, failure, clearFailure } = useSendListing({
    userId,
    draftId: id,
    content,
    listing,
    uploads,
    autosave,
    onFields: (fields) => showProblems(fields, stepOfFields(Object.keys(fields)) ?? step),
    onStale(now) {
      setListing(now);
      setIsStale(true);
    },
  });

  const goOn = () => {
    clearFailure();
    setProblems(NONE);
    const blocked = blockedStep(content.values, step + 1);
    if (blocked) showProblems(inWords(blocked.problems), blocked.step);
    else if (step < LAST_STEP) void goTo(step + 1);
    else void send();
  };
  const edit = (part: Partial<SellValues>) => {
    change(part);
    const changed = Object.keys(part);
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !changed.includes(field.split('.')[0] ?? ''))),
    );
  };
  const settle = (takeTheirs: boolean) => {
    setIsStale(false);
    if (listing) autosave.rebase(String(listing.version));
    if (listing && takeTheirs) replace(listing);
  };
  useEarlyTyping(form, edit);

  return {
    form,
    heading,
    step,
    content,
    edit,
    setReport,
    uploads,
    problems,
    busy,
    failure,
    listing,
    isStale,
    settle,
    from,
    saveState,
    autosave,
    goOn,
    goBack: () => goTo(step - 1),
  };
}
