import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SellValues } from '#features/listings/model/listing-form.ts';
import { focusFirst } from '#ui/forms/action-form.tsx';
import { addressOfStep, blockedStep, stepOfAddress } from '../model/sell-steps.ts';

/**
 * The step in the address, or an earlier one that has to be put right first; and the way to another. Once the draft is open, the
 * address follows: else the person would be taken away from the earlier step as soon as it is right.
 */
export function useWizardStep(values: SellValues) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const address = new URLSearchParams(search);
  const asked = stepOfAddress(address);
  const step = blockedStep(values, asked)?.step ?? asked;
  const goTo = (next: number, replace = false) =>
    navigate({ search: addressOfStep(address, next) }, { preventScrollReset: true, replace });

  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(true), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new way to go is no reason to go
  useEffect(() => {
    if (isOpen && step !== asked) void goTo(step, true);
  }, [isOpen, step, asked]);
  return { step, goTo, isNamed: address.has('step') };
}

/** Where a step begins: when the step changes it comes into view and into focus, or else the first field with a problem does. */
export function useStepFocus(
  step: number,
  form: React.RefObject<HTMLFormElement | null>,
  problems: Record<string, string>,
) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (Object.keys(problems).length > 0) return focusFirst(form.current, problems);
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [step, form, problems]);
  return heading;
}
