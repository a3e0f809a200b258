import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useOperator } from '../client/use-operator.ts';
import { missingDetails } from '../model/operator-fields.ts';
import { OperatorMissing } from './operator-missing.tsx';

/** Tells a buyer before paying who gets the money and who holds it. */
export function PaysWhom() {
  const t = useTranslator();
  const operator = useOperator();
  if (!operator) return null;
  const { legalName, registrationNumber, moneyHolder } = operator;
  return (
    <>
      {legalName && (
        <p className="wrap-anywhere">
          {registrationNumber
            ? t('operator.payTo.registered', { name: legalName, number: registrationNumber })
            : t('operator.payTo', { name: legalName })}
        </p>
      )}
      {moneyHolder && <p className="wrap-anywhere">{t('operator.heldBy', { holder: moneyHolder })}</p>}
      <OperatorMissing fields={missingDetails(operator, ['legalName', 'moneyHolder'])} />
    </>
  );
}
