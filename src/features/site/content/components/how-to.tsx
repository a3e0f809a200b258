import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Section } from './home-section.tsx';

const STEPS = ['browse', 'choose', 'drive'] as const;

export function HowTo() {
  const t = useTranslator();
  return (
    <Section title={t('home.steps.title')} sunken>
      <ol className="grid gap-6 md:grid-cols-3 md:gap-8">
        {STEPS.map((step, index) => (
          <li key={step} className="border-ink border-t-2 pt-4">
            <p className="figures font-bold text-link" aria-hidden="true">
              {index + 1}
            </p>
            <h3 className="text-xl">{t(`home.steps.${step}.title`)}</h3>
            <p className="mt-2 max-w-[46ch] text-ink-soft">{t(`home.steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
