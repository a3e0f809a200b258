import {
  type SellProblems,
  type SellValues,
  sellProblems,
  stepForms,
} from '#features/catalog/listings/model/listing-form.ts';

export const STEP_NAMES = [
  'sell.step.basics',
  'sell.step.condition',
  'sell.step.highlights',
  'sell.step.photos',
] as const;
export const LAST_STEP = STEP_NAMES.length;
const STEP = 'step';
const FIELD_OF_PHOTOS = /^(photos|images)\b/;

/** Returns the step in the URL, or the first if there is none. */
export function stepOfAddress(search: URLSearchParams): number {
  const step = Number(search.get(STEP));
  return Number.isInteger(step) && step >= 1 && step <= LAST_STEP ? step : 1;
}

/** Returns the query part of a step's URL, keeping other parameters. */
export function addressOfStep(search: URLSearchParams, step: number): string {
  const next = new URLSearchParams(search);
  if (step === 1) next.delete(STEP);
  else next.set(STEP, String(step));
  return next.size > 0 ? `?${next}` : '';
}

type BlockedStep = { step: number; problems: SellProblems };

/** Returns the first invalid step before `end`. */
export function blockedStep(values: SellValues, end: number): BlockedStep | null {
  for (const [index, form] of stepForms.slice(0, end - 1).entries()) {
    const problems = sellProblems(form, values);
    if (problems) return { step: index + 1, problems };
  }
  return null;
}

/** Returns the step of the first known field; null if none is known. */
export function stepOfFields(fields: string[]): number | null {
  const steps = fields.map((field) => {
    if (FIELD_OF_PHOTOS.test(field)) return LAST_STEP;
    const [name = ''] = field.split('.');
    return stepForms.findIndex((form) => Object.hasOwn(form.shape, name)) + 1;
  });
  const known = steps.filter((step) => step > 0);
  return known.length > 0 ? Math.min(...known) : null;
}
