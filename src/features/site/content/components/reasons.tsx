import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Section } from './home-section.tsx';

const REASONS = [
  ['history', 'search'],
  ['dealers', 'shield'],
  ['papers', 'document'],
  ['shipping', 'ship'],
  ['prices', 'tag'],
  ['people', 'chat'],
] as const satisfies [string, IconName][];

export function Reasons() {
  const t = useTranslator();
  return (
    <Section title={t('home.reasons.title')} sunken>
      <ul className="grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
        {REASONS.map(([reason, icon]) => (
          <li key={reason} className="flex gap-4">
            <Icon name={icon} className="mt-0.5 size-6 text-verified" />
            <div>
              <h3 className="text-lg">{t(`home.reasons.${reason}.title`)}</h3>
              <p className="text-ink-soft">{t(`home.reasons.${reason}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
