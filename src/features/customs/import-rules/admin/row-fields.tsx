import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { MAX_LENGTH } from '../model/rule-office.ts';
import type { RuleRowDetail } from '../model/rule-office-contract.ts';

const LONG = ['sentence', 'title', 'note', 'scope', 'test', 'url'];
const HINTS = ['scope', 'test', 'sources', 'against', 'from', 'to', 'checked', 'base', 'destination', 'likely'];

type RowFieldsProps = {
  columns: RuleRowDetail['columns'];
  record: Record<string, string>;
  /** The id of a correction follows from the row that it corrects. */
  isCorrection: boolean;
};

/** A field for each cell of a row. */
export function RowFields({ columns, record, isCorrection }: RowFieldsProps) {
  const t = useTranslator();
  return columns
    .filter(({ name }) => name !== 'id' || !isCorrection)
    .map(({ name, choices }) => {
      const field = {
        name,
        label: t(`admin.rules.column.${name}` as MessageKey),
        defaultValue: record[name] ?? '',
        ...(HINTS.includes(name) && { hint: t(`admin.rules.hint.${name}` as MessageKey) }),
      };
      if (choices.length > 0)
        return (
          <SelectField
            key={name}
            {...field}
            options={choices.map((value) => ({ value, label: value === '' ? '–' : value }))}
          />
        );
      const text = { ...field, maxLength: MAX_LENGTH.cell, autoComplete: 'off' };
      return LONG.includes(name) ? <TextAreaField key={name} {...text} rows={2} /> : <TextField key={name} {...text} />;
    });
}
