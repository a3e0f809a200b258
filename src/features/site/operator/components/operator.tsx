import { useSyncExternalStore } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type OperatorDetails as Details, useSite } from '#lib/pages/page-site.ts';
import { Icon } from '#ui/icon.tsx';
import { linesOf, missingDetails, OPERATOR_FIELDS, type OperatorField } from '../model/operator-fields.ts';

let saved: Details | null = null;
const listeners = new Set<() => void>();

/** Shows details that this browser has just saved, because the facts of the site are loaded only once. */
export function rememberOperator(operator: Details): void {
  saved = operator;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The company that operates the site; null if it could not be read. */
export function useOperator(): Details | null {
  const { operator } = useSite();
  return (
    useSyncExternalStore(
      subscribe,
      () => saved,
      () => null,
    ) ?? operator
  );
}

/** The company with a heading, on the About and Contact pages. */
export function OperatorSection() {
  const t = useTranslator();
  return (
    <section aria-labelledby="operator" className="grid content-start gap-4">
      <h2 id="operator" className="text-xl">
        {t('operator.title')}
      </h2>
      <OperatorDetails />
    </section>
  );
}

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

/** Tells visitors which details the operator has not entered. Renders nothing if there are none. */
function OperatorMissing({ fields, className = '' }: { fields: OperatorField[]; className?: string }) {
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
