import { useRef, useState } from 'react';
import type { SellProblems, SellValues } from '#features/catalog/listings/model/listing-form.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { focusFirst } from '#ui/forms/action-form.tsx';
import type { EditableListing } from '../client/sell-client.ts';
import { useSavedDraft } from '../client/use-draft.ts';
import { useEarlyTyping } from '../client/use-early-typing.ts';
import { useSellPhotos } from '../client/use-sell-photos.ts';
import { useSendListing } from '../client/use-send-listing.ts';
import { useStepFocus, useWizardStep } from '../client/use-wizard-step.ts';
import { EMPTY_CONTENT, type SavedDraft } from '../model/sell-draft.ts';
import { blockedStep, LAST_STEP, stepOfFields } from '../model/sell-steps.ts';

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
