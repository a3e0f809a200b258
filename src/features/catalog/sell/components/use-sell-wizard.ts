import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SellProblems, SellValues } from '#features/catalog/listings/model/listing-form.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { focusFirst } from '#ui/forms/action-form.tsx';
import { useSellPhotos } from '../client/photo-uploads.ts';
import type { EditableListing } from '../client/sell-client.ts';
import { useSavedDraft } from '../client/use-draft.ts';
import { useSendListing } from '../client/use-send-listing.ts';
import { EMPTY_CONTENT, type SavedDraft } from '../model/sell-draft.ts';
import { addressOfStep, blockedStep, LAST_STEP, stepOfAddress, stepOfFields } from '../model/sell-steps.ts';

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

export function useSellWizard({ userId, saved, listing: opened }: Opened) {
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
