import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { OperatorDetails } from './operator-details.tsx';

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
