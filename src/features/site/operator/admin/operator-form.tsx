import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { OperatorResponse } from '../model/operator-contract.ts';
import { MAX_LENGTH, OPERATOR_FIELDS } from '../model/operator-fields.ts';
import { operatorProblems } from '../model/operator-form.ts';

const AREAS = ['address', 'contact'];

export function OperatorForm({ operator }: { operator: OperatorResponse }) {
  const t = useTranslator();
  return (
    <ActionForm check={operatorProblems} className="grid max-w-xl gap-5">
      <input type="hidden" name="version" value={operator.version} />
      {OPERATOR_FIELDS.map((name) => {
        const field = {
          name,
          label: t(`operator.${name}`),
          hint: t(`admin.operator.hint.${name}`),
          maxLength: MAX_LENGTH[name],
          defaultValue: operator[name],
        };
        return AREAS.includes(name) ? (
          <TextAreaField key={name} {...field} rows={3} />
        ) : (
          <TextField key={name} {...field} autoComplete="off" />
        );
      })}
      <SubmitButton busy={t('admin.operator.saving')}>{t('admin.operator.save')}</SubmitButton>
    </ActionForm>
  );
}
