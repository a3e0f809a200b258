import { useEffect, useRef, useState } from 'react';
import { useActionData, useFetcher } from 'react-router';
import { FORM_NAME, type FormOutcome } from '#platform/pages/act.ts';
import type { WordId } from '#platform/words/words.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { Icon } from '../icon.tsx';
import { FormContext } from './form-field.tsx';

type Problems = Record<string, string>;
type ActFormProps = {
  /** Tells this form from the others of its page. */
  name?: string;
  /** What is wrong with what was typed, by field; null when it may be sent. */
  check?: (values: Record<string, unknown>) => Record<string, WordId> | null;
  className?: string;
  children: React.ReactNode;
};

const NONE: Problems = {};

/**
 * A form of the page's `act`, with or without scripts. What is wrong stands under its field and goes as soon as the person types
 * there; the first such field takes the focus.
 */
export function ActForm({ name = '', check, className = 'grid gap-5', children }: ActFormProps) {
  const t = useWords();
  const form = useRef<HTMLFormElement>(null);
  const fetcher = useFetcher<FormOutcome>();
  const sentBare = useActionData<FormOutcome>();
  const bare = sentBare?.form === name ? sentBare : undefined;
  const outcome = fetcher.data ?? bare;
  const busy = fetcher.state !== 'idle';
  const [problems, setProblems] = useState<Problems>(bare?.fields ?? NONE);

  const show = (next: Problems) => {
    setProblems(next);
    focusFirst(form.current, next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown once
  useEffect(() => {
    if (!fetcher.data) return;
    show(fetcher.data.fields ?? NONE);
    if (fetcher.data.done) form.current?.reset();
  }, [fetcher.data]);

  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    const wrong = check?.(Object.fromEntries(new FormData(event.currentTarget))) ?? null;
    if (busy || wrong) event.preventDefault();
    if (wrong) show(Object.fromEntries(Object.entries(wrong).map(([field, say]) => [field, t(say)])));
  };
  const forgive = ({ target }: React.FormEvent<HTMLFormElement>) => {
    const { [(target as HTMLInputElement).name]: gone, ...rest } = problems;
    if (gone !== undefined) setProblems(rest);
  };

  return (
    <fetcher.Form ref={form} method="post" noValidate onSubmit={submit} onInput={forgive} className={className}>
      <FormContext value={{ problems, values: bare?.values ?? NONE, busy }}>
        {name !== '' && <input type="hidden" name={FORM_NAME} value={name} />}
        {outcome && !busy && <FormAnswer outcome={outcome} told={outcome === fetcher.data} />}
        {children}
      </FormContext>
    </fetcher.Form>
  );
}

/** A refusal stays readable in the form after its toast has gone. Good news does only where no toast could tell it. */
function FormAnswer({ outcome: { done, say, fields = NONE }, told }: { outcome: FormOutcome; told: boolean }) {
  if (!say || (done && told) || Object.keys(fields).length > 0) return null;
  return (
    <p
      className={`flex items-start gap-2 rounded-md border p-3 ${done ? 'border-verified bg-verified-ground text-verified' : 'border-danger bg-danger-ground text-danger'}`}
    >
      <Icon name={done ? 'check' : 'warning'} className="mt-0.5 size-5" />
      {say}
    </p>
  );
}

function focusFirst(form: HTMLFormElement | null, problems: Problems): void {
  const inputs = Array.from(form?.elements ?? []) as HTMLInputElement[];
  inputs.find((input) => problems[input.name] !== undefined)?.focus();
}
