import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { Icon } from '#ui/icon.tsx';
import type { BookedDaysResponse } from '../model/payment-contract.ts';
import { type ChosenDays, daysProblem } from '../model/rental-days.ts';
import './day-calendar.css';

type DayCalendarProps = { days: ChosenDays; booked: BookedDaysResponse; onChange: (days: ChosenDays) => void };

/** Noon, so that no time zone shifts the day. */
const dateOf = (day: string) => new Date(`${day}T12:00:00`);
const dayOf = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

function nameOf(t: Translator, day: string, state: 'taken' | 'chosen' | null): string {
  const name = t.date(day, 'fullDay');
  return state ? t(`checkout.days.${state}`, { day: name }) : name;
}

const CLASS_NAMES = {
  root: 'rental-calendar',
  months: 'relative',
  month: 'grid gap-2',
  month_caption: 'flex h-11 items-center ps-1 font-semibold',
  nav: 'absolute end-0 top-0 flex gap-1',
  button_previous: 'calendar-move',
  button_next: 'calendar-move',
  month_grid: 'calendar-grid',
  day: 'calendar-day',
  day_button: 'calendar-button figures',
};

/** A calendar of the free days. The first press selects the first day, a second press on a later day selects the last. */
export default function DayCalendar({ days, booked, onChange }: DayCalendarProps) {
  const t = useTranslator();
  const isValid = daysProblem(days, booked) === null;
  const taken = booked.days.map(dateOf);
  const [selectsEnd, setSelectsEnd] = useState(false);
  const select = (pressed: string) => {
    const longer = { first: days.first, last: pressed };
    const ends = selectsEnd && pressed > days.first && daysProblem(longer, booked) === null;
    setSelectsEnd(!ends);
    onChange(ends ? longer : { first: pressed, last: pressed });
  };
  return (
    <DayPicker
      mode="range"
      aria-label={t('checkout.days.calendar')}
      classNames={CLASS_NAMES}
      components={{ Chevron: Arrow }}
      formatters={{
        formatCaption: (date) => t.date(dayOf(date), 'monthOfYear'),
        formatWeekdayName: (date) => t.date(dayOf(date), 'shortWeekday'),
        formatDay: (date) => t.number(date.getDate()),
      }}
      labels={{
        labelGrid: (date) => t.date(dayOf(date), 'monthOfYear'),
        labelNav: () => t('checkout.days.months'),
        labelWeekday: (date) => t.date(dayOf(date), 'weekday'),
        labelDayButton: (date, { taken: isTaken, selected }) =>
          nameOf(t, dayOf(date), isTaken ? 'taken' : selected ? 'chosen' : null),
        labelPrevious: () => t('checkout.days.previous'),
        labelNext: () => t('checkout.days.next'),
      }}
      today={dateOf(booked.today)}
      startMonth={dateOf(booked.today)}
      endMonth={dateOf(booked.lastStart)}
      defaultMonth={dateOf(isValid ? days.first : booked.today)}
      disabled={[{ before: dateOf(booked.today) }, ...taken]}
      modifiers={{ taken }}
      modifiersClassNames={{ taken: 'calendar-taken' }}
      selected={isValid ? { from: dateOf(days.first), to: dateOf(days.last) } : undefined}
      onSelect={(_range, pressed) => select(dayOf(pressed))}
    />
  );
}

function Arrow({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return <Icon name={orientation === 'left' ? 'left' : 'right'} className="size-5 rtl:rotate-180" />;
}
