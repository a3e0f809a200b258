import { findBankDetails } from '#lib/bank-details/find-bank-details.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '../icon.tsx';

type BankDetailsWarningProps = {
  text: string | null | undefined;
  /** Whose screen it is: who writes the text, who reads it, or our office. */
  to: 'writer' | 'reader' | 'office';
};

/** Warns if a text contains payment details. Nothing is held back. */
export function BankDetailsWarning({ text, to }: BankDetailsWarningProps) {
  const t = useTranslator();
  if (!text || findBankDetails(text).length === 0) return null;
  return (
    <p
      role={to === 'writer' ? 'status' : undefined}
      className="flex items-start gap-2 rounded-md border border-waiting bg-waiting-ground p-3 text-sm text-waiting"
    >
      <Icon name="warning" className="mt-0.5 size-5" />
      <span>{t(`ui.bankDetails.${to}`)}</span>
    </p>
  );
}

/** Marks a row of the office whose text contains payment details. */
export function BankDetailsFlag({ texts }: { texts: (string | null | undefined)[] }) {
  const t = useTranslator();
  if (!texts.some((text) => text && findBankDetails(text).length > 0)) return null;
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-waiting-ground px-2 py-0.5 text-sm text-waiting">
      <Icon name="warning" className="size-4" />
      {t('ui.bankDetails.flag')}
    </span>
  );
}
