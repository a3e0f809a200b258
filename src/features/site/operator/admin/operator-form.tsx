import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { operatorCalls } from '../../office-calls.ts';
import { rememberOperator } from '../components/operator.tsx';
import type { OperatorResponse } from '../model/operator-contract.ts';
import { factsOfField, forEachField, OPERATOR_FIELDS } from '../model/operator-fields.ts';
import { operatorProblems } from '../model/operator-forms.ts';

export function OperatorForm({ operator }: { operator: OperatorResponse }) {
  const t = useTranslator();
  return (
    <ActionForm check={operatorProblems} className="grid max-w-xl gap-5">
      <input type="hidden" name="version" value={operator.version} />
      {OPERATOR_FIELDS.map((name) => {
        const { maxLength, isMultiLine } = factsOfField(name);
        const field = {
          name,
          label: t(`operator.${name}`),
          hint: t(`admin.operator.hint.${name}`),
          maxLength,
          defaultValue: operator[name],
        };
        return isMultiLine ? (
          <TextAreaField key={name} {...field} rows={3} />
        ) : (
          <TextField key={name} {...field} autoComplete="off" />
        );
      })}
      <SubmitButton busy={t('admin.operator.saving')}>{t('admin.operator.save')}</SubmitButton>
    </ActionForm>
  );
}

export const loadOperator: Load<{ operator: OperatorResponse }> = async ({ api }) => ({
  operator: await api.call(operatorCalls.read),
});

export const saveOperator: FormAction = async ({ api, values }) => {
  const { version = '' } = values;
  const details = forEachField((field) => values[field] ?? '');
  const outcome = outcomeOf(await api.call(operatorCalls.save, { body: { version, ...details } }));
  if (outcome.done && typeof document !== 'undefined') rememberOperator(details);
  return outcome;
};
