import { useEffect, useRef, useState } from 'react';
import { useActionData, useFetcher } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import type { FormOutcome } from '#lib/pages/form-action.ts';
import { FORM_NAME } from '#lib/pages/form-name.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { FormContext, useFormState } from './fields.tsx';

type Problems = Record<string, string>;
type ActionFormProps = {
  /** Name of the form, on pages with several forms. */
  name?: string;
  /** Returns the problems by field; null if the values are valid. */
  check?: (values: Record<string, unknown>) => Record<string, MessageKey> | null;
  /** URL of the page that handles the form; default: the current page. */
  action?: string;
  /** Called after a success. */
  onDone?: (outcome: FormOutcome) => void;
  className?: string;
  children: React.ReactNode;
};

const NONE: Problems = {};

/**
 * A form for a page's action, with or without scripts. It cannot be sent again while a submission is pending. Problems
 * appear under their fields until the user types there; a general error disappears with the next input. The first
 * invalid field gets the focus, or else the general error.
 */
export function ActionForm({ name = '', check, action, onDone, className = 'grid gap-5', children }: ActionFormProps) {
  const t = useTranslator();
  const form = useRef<HTMLFormElement>(null);
  const messageRef = useRef<HTMLParagraphElement>(null);
  const sending = useRef(false);
  const fetcher = useFetcher<FormOutcome>();
  const actionData = useActionData<FormOutcome>();
  const serverOutcome = actionData?.form === name ? actionData : undefined;
  const latest = fetcher.data ?? serverOutcome;
  const busy = fetcher.state !== 'idle';
  const [dismissed, setDismissed] = useState<FormOutcome>();
  const outcome = busy || latest === dismissed ? undefined : latest;
  const [problems, setProblems] = useState<Problems>(serverOutcome?.fields ?? NONE);

  const show = (next: Problems) => {
    setProblems(next);
    focusFirst(form.current, next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown once
  useEffect(() => {
    if (!outcome || outcome === serverOutcome) return;
    messageRef.current?.focus();
    show(outcome.fields ?? NONE);
    if (!outcome.done) return;
    form.current?.reset();
    onDone?.(outcome);
  }, [outcome]);

  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    setDismissed(latest);
    const wrong = check?.(Object.fromEntries(new FormData(event.currentTarget))) ?? null;
    if (wrong)
      return show(Object.fromEntries(Object.entries(wrong).map(([field, messageKey]) => [field, t(messageKey)])));
    sending.current = true;
    const { submitter } = event.nativeEvent as SubmitEvent;
    // A button may have its own value.
    await fetcher.submit(submitter instanceof HTMLButtonElement ? submitter : event.currentTarget);
    sending.current = false;
  };
  const clearProblem = ({ target }: React.FormEvent<HTMLFormElement>) => {
    setDismissed(latest);
    const { [(target as HTMLInputElement).name]: cleared, ...rest } = problems;
    if (cleared !== undefined) setProblems(rest);
  };

  return (
    <fetcher.Form
      ref={form}
      method="post"
      {...(action !== undefined && { action })}
      noValidate
      onSubmit={submit}
      onInput={clearProblem}
      className={className}
    >
      <FormContext value={{ problems, values: serverOutcome?.values ?? NONE, busy }}>
        {name !== '' && <input type="hidden" name={FORM_NAME} value={name} />}
        {outcome && <FormMessage ref={messageRef} outcome={outcome} hasToast={outcome === fetcher.data} />}
        {children}
      </FormContext>
    </fetcher.Form>
  );
}

type FormMessageProps = { outcome: FormOutcome; hasToast: boolean; ref: React.Ref<HTMLParagraphElement> };

/** Shows an error in the form, because its toast disappears. Shows a success only if there was no toast. */
function FormMessage({ outcome: { done, message, fields = NONE }, hasToast, ref }: FormMessageProps) {
  if (!message || (done && hasToast) || Object.keys(fields).length > 0) return null;
  return (
    <p
      ref={ref}
      tabIndex={-1}
      className={`flex items-start gap-2 rounded-md border p-3 ${done ? 'border-verified bg-verified-ground text-verified' : 'border-danger bg-danger-ground text-danger'}`}
    >
      <Icon name={done ? 'check' : 'warning'} className="mt-0.5 size-5" />
      {message}
    </p>
  );
}

/** Focuses the first field with a problem. */
export function focusFirst(form: HTMLFormElement | null, problems: Problems): void {
  const inputs = Array.from(form?.elements ?? []) as HTMLInputElement[];
  const first = inputs.find((input) => problems[input.name] !== undefined);
  // A field in a closed fold cannot take the focus.
  for (let fold = first?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  first?.focus();
}

type SubmitButtonProps = { busy: string } & React.ComponentProps<typeof Button>;

/** Submit button. While busy it shows the `busy` label and stays focusable; the form ignores further submits. */
export function SubmitButton({ busy, children, ...button }: SubmitButtonProps) {
  const state = useFormState();
  return (
    <Button kind="action" {...button} type="submit" aria-disabled={state.busy || undefined}>
      <span aria-live="polite">{state.busy ? busy : children}</span>
    </Button>
  );
}
