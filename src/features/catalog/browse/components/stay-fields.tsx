import { useEffect, useId, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

type Days = { from: string; to: string };
type StayFieldsProps = Days & { form: string; onChoose: (days: Days) => void };

/** The days of a rental, asked before anything else about the car. */
export function StayFields({ form, from, to, onChoose }: StayFieldsProps) {
  const t = useTranslator();
  const hint = useId();
  /** Days that are not a choice yet, kept until others are chosen. */
  const [typed, setTyped] = useState<{ days: Days; after: string } | null>(null);
  const chosen = `${from} ${to}`;
  const today = useToday();
  const days = typed?.after === chosen ? typed.days : { from, to };
  const choose = (change: Partial<Days>) => {
    const next = { ...days, ...change };
    // A later first day moves the last one, which is otherwise before it.
    if (change.from && next.to !== '' && next.to < next.from) next.to = next.from;
    const isRange = next.from !== '' && next.to !== '' && next.from <= next.to && next.from >= today;
    const isEmpty = next.from === '' && next.to === '';
    setTyped(isRange || isEmpty ? null : { days: next, after: chosen });
    if (isRange || (isEmpty && from !== '')) onChoose(next);
  };
  const field = (name: 'from' | 'to', label: string, min: string) => (
    <label className="relative block min-w-0">
      <span className="pointer-events-none absolute start-2 top-1.5 truncate sm:start-3 text-ink-soft text-sm">
        {label}
      </span>
      <input
        type="date"
        form={form}
        name={name}
        value={days[name]}
        min={min || undefined}
        aria-describedby={hint}
        onChange={(event) => choose({ [name]: event.target.value })}
        className="figures h-14 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2 pt-5 text-base text-ink sm:px-3"
      />
    </label>
  );
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('explore.days')}</legend>
      <div className="grid grid-cols-2 gap-2 sm:gap-3 lg:w-96">
        {field('from', t('explore.days.first'), today)}
        {field('to', t('explore.days.last'), days.from > today ? days.from : today)}
      </div>
      <p id={hint} className="sr-only">
        {t('explore.days.hint')}
      </p>
    </fieldset>
  );
}

/** The current day in UTC; empty in the server's rendering, which may be shown on a later day. */
function useToday(): string {
  const [today, setToday] = useState('');
  useEffect(() => setToday(new Date().toISOString().slice(0, 10)), []);
  return today;
}
