import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useOperator } from '../client/use-operator.ts';
import { missingDetails } from '../model/operator-fields.ts';
import { linesOf } from '../model/receipt-sender.ts';
import { OperatorMissing } from './operator-missing.tsx';

/** The company in the footer. `marksGaps`: says what is missing, unless the page does so elsewhere. */
export function OperatorLine({ marksGaps = true }: { marksGaps?: boolean }) {
  const t = useTranslator();
  const operator = useOperator();
  if (!operator) return null;
  const { legalName: name, address, registrationNumber: number } = operator;
  return (
    <>
      {(name || address) && (
        <p className="wrap-anywhere">
          {t('operator.footer', { company: [name, ...linesOf(address)].filter(Boolean).join(', ') })}
          {number && ` · ${t('operator.footer.registered', { number })}`}
        </p>
      )}
      {marksGaps && <OperatorMissing fields={missingDetails(operator, ['legalName', 'address'])} />}
    </>
  );
}
