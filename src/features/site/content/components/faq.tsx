import { faq } from '#content/home/faq.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { Section } from './home-section.tsx';

/** The shared `name` makes the browser keep only one answer open, even without JavaScript. */
export function Faq() {
  const t = useTranslator();
  return (
    <Section title={t('home.faq.title')} id="faqs">
      <div className="max-w-3xl divide-y divide-line border-line border-y">
        {faq.map(({ question, answer }) => (
          <details key={question} name="faq" className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold text-lg [&::-webkit-details-marker]:hidden">
              {question}
              <Icon name="down" className="size-5 transition-transform duration-150 group-open:rotate-180" />
            </summary>
            <p className="max-h-40 max-w-prose overflow-y-auto pb-5 text-ink-soft">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
