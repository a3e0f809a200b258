import { useRef } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextAreaField } from '#ui/forms/fields.tsx';
import { MAX_LENGTH, RULE_LISTS } from '../model/rule-office.ts';

/** Makes drafts of a CSV file. Its text may also be pasted. */
export function CsvForm() {
  const t = useTranslator();
  const box = useRef<HTMLDivElement>(null);
  const read = async ({ currentTarget: { files } }: React.ChangeEvent<HTMLInputElement>) => {
    const area = box.current?.querySelector('textarea');
    if (area && files?.[0]) area.value = await files[0].text();
  };
  return (
    <ActionForm name="import" className="grid max-w-3xl grid-cols-1 gap-5">
      <p className="text-ink-soft">{t('admin.rules.csvText')}</p>
      <SelectField
        name="row_list"
        label={t('admin.rules.lists')}
        defaultValue="rates"
        options={RULE_LISTS.map((value) => ({ value, label: t(`admin.rules.list.${value}`) }))}
      />
      <label className="grid grid-cols-1 gap-1.5 font-semibold noscript:hidden">
        {t('admin.rules.file')}
        <input type="file" accept=".csv,text/csv" onChange={read} className="min-h-11 w-full min-w-0 font-normal" />
      </label>
      <div ref={box} className="whitespace-pre-line">
        <TextAreaField
          name="csv"
          label={t('admin.rules.csv')}
          hint={t('admin.rules.csvHint')}
          maxLength={MAX_LENGTH.csv}
          rows={8}
          spellCheck={false}
        />
      </div>
      <SubmitButton busy={t('admin.rules.saving')}>{t('admin.rules.import')}</SubmitButton>
    </ActionForm>
  );
}
