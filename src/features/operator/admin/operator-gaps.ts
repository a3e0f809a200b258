import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useOperator } from '../client/use-operator.ts';
import { missingDetails } from '../model/operator-fields.ts';

/** Says which of the operator's details visitors do not find; null if none. */
export function useOperatorGaps(): string | null {
  const t = useTranslator();
  const operator = useOperator();
  const missing = operator ? missingDetails(operator) : [];
  if (missing.length === 0) return null;
  return t('admin.operator.missing', { what: t.list(missing.map((field) => t(`operator.missing.${field}`))) });
}
