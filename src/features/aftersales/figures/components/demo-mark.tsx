import { useTranslator } from '#lib/i18n/messages-context.tsx';

/** Marks figures and testimonials that are invented for the demo. */
export function DemoMark() {
  const t = useTranslator();
  return (
    <p className="w-fit rounded-md border border-waiting bg-waiting-ground px-2 py-0.5 font-semibold text-sm text-waiting">
      {t('figures.demo')}
    </p>
  );
}
