import { useEffect, useRef, useState } from 'react';
import { useActionData, useFetcher } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import type { FormOutcome } from '#lib/pages/form-action.ts';
import { FORM_NAME } from '#lib/pages/form-name.ts';
import { Icon } from '../icon.tsx';
import { FormContext } from './form-field.tsx';

type Problems = Record<string, string>;
type ActFormProps = {
  /** Tells this form from the others of its page. */
  name?: string;
  /** What is wrong with what was typed, by field; null when it may be sent. */
  check?: (values: Record<string, unknown>) => Record<string, MessageKey> | null;
  /** The page whose `act` it is; its own unless it says otherwise. */
  action?: string;
  /** Hears that what the form asked for has been done. */
  onDone?: (outcome: FormOutcome) => void;
  className?: string;
  children: React.ReactNode;
};

const NONE: Problems = {};

/**
 * A form of the page's `act`, with or without scripts; it waits for its answer before it is sent again. What is wrong stands under
 * its field and goes as soon as the person types there; a refusal as a whole goes with the next key. The first field at fault
 * takes the focus, or else the refusal.
 */
export function ActionForm({ name = '', check, action, onDone, className = 'grid gap-5', children }: ActFormProps) {
  const t = useTranslator();
  const form = useRef<HTMLFormElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const sending = useRef(false);
  const fetcher = useFetcher<FormOutcome>();
  const sentBare = useActionData<FormOutcome>();
  const bare = sentBare?.form === name ? sentBare : undefined;
  const latest = fetcher.data ?? bare;
  const busy = fetcher.state !== 'idle';
  const [gone, setGone] = useState<FormOutcome>();
  const outcome = busy || latest === gone ? undefined : latest;
  const [problems, setProblems] = useState<Problems>(bare?.fields ?? NONE);

  const show = (next: Problems) => {
    setProblems(next);
    focusFirst(form.current, next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown once
  useEffect(() => {
    if (!outcome || outcome === bare) return;
    said.current?.focus();
    show(outcome.fields ?? NONE);
    if (!outcome.done) return;
    form.current?.reset();
    onDone?.(outcome);
  }, [outcome]);

  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    setGone(latest);
    const wrong = check?.(Object.fromEntries(new FormData(event.currentTarget))) ?? null;
    if (wrong)
      return show(Object.fromEntries(Object.entries(wrong).map(([field, messageKey]) => [field, t(messageKey)])));
    sending.current = true;
    await fetcher.submit(event.currentTarget);
    sending.current = false;
  };
  const forgive = ({ target }: React.FormEvent<HTMLFormElement>) => {
    setGone(latest);
    const { [(target as HTMLInputElement).name]: forgiven, ...rest } = problems;
    if (forgiven !== undefined) setProblems(rest);
  };

  return (
    <fetcher.Form
      ref={form}
      method="post"
      {...(action !== undefined && { action })}
      noValidate
      onSubmit={submit}
      onInput={forgive}
      className={className}
    >
      <FormContext value={{ problems, values: bare?.values ?? NONE, busy }}>
        {name !== '' && <input type="hidden" name={FORM_NAME} value={name} />}
        {outcome && <FormAnswer ref={said} outcome={outcome} told={outcome === fetcher.data} />}
        {children}
      </FormContext>
    </fetcher.Form>
  );
}

type FormAnswerProps = { outcome: FormOutcome; told: boolean; ref: React.Ref<HTMLParagraphElement> };

/** A refusal stays readable in the form after its toast has gone. Good news does only where no toast could tell it. */
function FormAnswer({ outcome: { done, message, fields = NONE }, told, ref }: FormAnswerProps) {
  if (!message || (done && told) || Object.keys(fields).length > 0) return null;
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

/** Brings the first field with a problem into focus. */
export function focusFirst(form: HTMLFormElement | null, problems: Problems): void {
  const inputs = Array.from(form?.elements ?? []) as HTMLInputElement[];
  inputs.find((input) => problems[input.name] !== undefined)?.focus();
}
