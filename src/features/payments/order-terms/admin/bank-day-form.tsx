import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { bankDayProblems, dayFields, MAX_BANK_DAYS, MAX_DAY_NAME_LENGTH, type TypedDay } from '../model/bank-days.ts';
import type { BankDaysResponse } from '../model/order-terms-contract.ts';

/** Lets an operator enter the days of a year on which banks do not work as its weekday says. */
export function BankDayForm({ bankDays: { year, years, days, seen } }: { bankDays: BankDaysResponse }) {
  const t = useTranslator();
  return (
    <section className="grid max-w-3xl gap-4" id="bank-days">
      <h2 className="text-lg">{t('admin.bankDays.title')}</h2>
      <p className="max-w-prose text-ink-soft">{t('admin.bankDays.text')}</p>
      <nav aria-label={t('admin.bankDays.years')} className="flex flex-wrap gap-4">
        {years.map((each) => (
          <Link
            key={each}
            to={`?year=${each}#bank-days`}
            preventScrollReset
            aria-current={each === year ? 'page' : undefined}
            className={`${TEXT_LINK} figures aria-[current]:text-ink aria-[current]:no-underline`}
          >
            {each}
          </Link>
        ))}
      </nav>
      {days.length === 0 && <p>{t('admin.bankDays.none', { year: String(year) })}</p>}
      <Days key={`${year} ${seen}`} year={year} days={days} seen={seen} />
    </section>
  );
}

/** Rows that can be filled in without scripts. */
const EMPTY_ROWS = 3;

type Row = { id: number; day: TypedDay | null };

function Days({ year, days, seen }: Pick<BankDaysResponse, 'year' | 'days' | 'seen'>) {
  const t = useTranslator();
  const [rows, setRows] = useState<Row[]>(() =>
    [...days, ...Array.from({ length: EMPTY_ROWS }, () => null)].map((day, id) => ({ id, day })),
  );
  const nextId = useRef(rows.length);
  const add = () => setRows([...rows, { id: nextId.current++, day: null }]);
  return (
    <ActionForm name="bankDays" check={bankDayProblems} className="grid gap-4">
      <input type="hidden" name="year" value={year} />
      <input type="hidden" name="seen" value={seen} />
      {rows.map(({ id, day }, row) => (
        <DayRow
          key={id}
          row={row}
          year={year}
          day={day}
          onRemove={() => setRows(rows.filter((other) => other.id !== id))}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        {rows.length < MAX_BANK_DAYS && (
          <Button kind="quiet" type="button" onClick={add}>
            {t('admin.bankDays.add')}
          </Button>
        )}
        <SubmitButton kind="quiet" busy={t('admin.bankDays.saving')}>
          {t('admin.bankDays.save', { year: String(year) })}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

function DayRow({
  row,
  year,
  day,
  onRemove,
}: {
  row: number;
  year: number;
  day: TypedDay | null;
  onRemove: () => void;
}) {
  const t = useTranslator();
  const fields = dayFields(row);
  return (
    <fieldset className="grid min-w-0 items-start gap-3 border-line border-b pb-4 sm:grid-cols-[11rem_9rem_1fr_auto]">
      <legend className="sr-only">{day?.name ?? t('admin.bankDays.row', { row: row + 1 })}</legend>
      <TextField
        type="date"
        name={fields.day}
        label={t('admin.bankDays.day')}
        min={`${year}-01-01`}
        max={`${year}-12-31`}
        defaultValue={day?.day}
      />
      <SelectField
        name={fields.kind}
        label={t('admin.bankDays.kind')}
        options={[
          { value: 'closed', label: t('admin.bankDays.closed') },
          { value: 'open', label: t('admin.bankDays.open') },
        ]}
        defaultValue={day?.is_open ? 'open' : 'closed'}
      />
      <TextField
        name={fields.name}
        label={t('admin.bankDays.name')}
        maxLength={MAX_DAY_NAME_LENGTH}
        autoComplete="off"
        defaultValue={day?.name}
      />
      <Button
        kind="plain"
        type="button"
        onClick={onRemove}
        className="self-end"
        aria-label={t('admin.bankDays.removeOf', { name: day?.name ?? t('admin.bankDays.row', { row: row + 1 }) })}
      >
        {t('admin.bankDays.remove')}
      </Button>
    </fieldset>
  );
}
