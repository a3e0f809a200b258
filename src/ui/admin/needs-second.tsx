import { useTranslator } from '#lib/i18n/messages-context.tsx';

/** Says before a click that a second person has to approve it, and why. */
export function NeedsSecond({ children }: { children?: React.ReactNode }) {
  const t = useTranslator();
  return (
    <p className="max-w-prose rounded-md border border-waiting bg-waiting-ground p-3 text-sm">
      <strong>{t('admin.second')}</strong> {children}
    </p>
  );
}
