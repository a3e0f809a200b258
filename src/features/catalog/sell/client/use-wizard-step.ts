import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SellValues } from '#features/catalog/listings/model/listing-form.ts';
import { focusFirst } from '#ui/forms/action-form.tsx';
import { addressOfStep, blockedStep, stepOfAddress } from '../model/sell-steps.ts';

/**
 * Returns the step in the URL, or an earlier one that is invalid, and a function to go to another. The URL is corrected
 * once the draft is restored; otherwise the user would leave the earlier step as soon as it becomes valid.
 */
export function useWizardStep(values: SellValues) {
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
export function useStepFocus(
  step: number,
  form: React.RefObject<HTMLFormElement | null>,
  problems: Record<string, string>,
) {
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
