import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import type { OperatorField } from '../model/operator-fields.ts';

/** Tells visitors which details the operator has not entered. Renders nothing if there are none. */
export function OperatorMissing({ fields, className = '' }: { fields: OperatorField[]; className?: string }) {
  const t = useTranslator();
  if (fields.length === 0) return null;
  const what = t.list(fields.map((field) => t(`operator.missing.${field}`)));
  return (
    <p
      className={`flex items-start gap-2 rounded-md border border-waiting bg-waiting-ground p-3 text-sm text-waiting ${className}`}
    >
      <Icon name="warning" className="mt-0.5 size-5 shrink-0" />
      {t('operator.missing', { what })}
    </p>
  );
}
