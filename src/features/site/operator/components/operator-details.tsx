import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useOperator } from '../client/use-operator.ts';
import { missingDetails, OPERATOR_FIELDS } from '../model/operator-fields.ts';
import { OperatorMissing } from './operator-missing.tsx';

/** Everything that is known about the company that operates the site, and what is missing. */
export function OperatorDetails() {
  const t = useTranslator();
  const operator = useOperator();
  if (!operator) return null;
  const entered = OPERATOR_FIELDS.filter((field) => operator[field] !== '');
  return (
    <div className="grid gap-4">
      {entered.length > 0 && (
        <dl className="grid gap-3">
          {entered.map((field) => (
            <div key={field}>
              <dt className="text-ink-soft text-sm">{t(`operator.${field}`)}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{operator[field]}</dd>
            </div>
          ))}
        </dl>
      )}
      <OperatorMissing fields={missingDetails(operator)} />
    </div>
  );
}
