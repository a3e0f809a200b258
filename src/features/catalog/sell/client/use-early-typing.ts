import { useLayoutEffect } from 'react';
import type { SellValues } from '#features/catalog/listings/model/listing-form.ts';

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Takes over input typed into the server-rendered page before its scripts ran. */
export function useEarlyTyping(
  form: React.RefObject<HTMLFormElement | null>,
  change: (part: Partial<SellValues>) => void,
) {
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
