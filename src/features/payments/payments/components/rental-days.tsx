import { Component, lazy, Suspense } from 'react';
import { RentalHours } from '#features/payments/rental-offers/components/rental-hours.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { useHydrated } from '#lib/pages/use-hydrated.ts';
import { FormContext, TextField } from '#ui/forms/fields.tsx';
import type { BookedDaysResponse } from '../model/payment-contract.ts';
import { type ChosenDays, daysText } from '../model/rental-days.ts';

const DayCalendar = lazy(() => import('./day-calendar.tsx'));

type RentalDaysProps = {
  days: ChosenDays;
  booked: BookedDaysResponse;
  problem: MessageKey | null;
  busy: boolean;
  onChange: (days: ChosenDays) => void;
};

/** The days of a rental, typed or selected in a calendar. */
export function RentalDays({ days, booked, problem, busy, onChange }: RentalDaysProps) {
  const t = useTranslator();
  const hydrated = useHydrated();
  const message = problem && t(problem);
  const input = {
    type: 'date',
    required: true,
    min: booked.today,
    className: 'figures',
  } as const;
  return (
    <FormContext value={{ problems: message ? { end_date: message } : {}, values: {}, busy }}>
      <fieldset disabled={busy} className="rental-days grid min-w-0 gap-3 noscript:hidden">
        <legend className="mb-1 font-semibold text-lg">{t('checkout.days')}</legend>
        <p className="text-ink-soft text-sm">{t('checkout.days.hint', { days: booked.longestDays })}</p>
        <RentalHours offer={booked.rental} />
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField
            {...input}
            name="start_date"
            label={t('checkout.days.first')}
            max={booked.lastStart}
            value={days.first}
            onChange={({ target: { value } }) =>
              onChange({ first: value, last: days.last < value ? value : days.last })
            }
          />
          <TextField
            {...input}
            name="end_date"
            label={t('checkout.days.last')}
            min={days.first || booked.today}
            value={days.last}
            onChange={({ target: { value } }) => onChange({ ...days, last: value })}
          />
        </div>
        <p role="status" className="figures font-semibold">
          {!problem && daysText(t, days)}
        </p>
        {hydrated && (
          <div data-keep-clear="">
            <CalendarBoundary>
              <Suspense fallback={<p className="min-h-80 text-ink-soft">{t('checkout.days.loading')}</p>}>
                <DayCalendar days={days} booked={booked} onChange={onChange} />
              </Suspense>
            </CalendarBoundary>
          </div>
        )}
      </fieldset>
    </FormContext>
  );
}

/** Renders nothing if the calendar fails to load; the days can be typed. */
class CalendarBoundary extends Component<{ children: React.ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
