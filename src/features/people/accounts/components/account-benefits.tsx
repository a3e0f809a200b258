import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { Icon, type IconName } from '#ui/icon.tsx';

const BENEFITS: [IconName, MessageKey][] = [
  ['heart', 'account.benefits.favourites'],
  ['device', 'account.benefits.devices'],
  ['shield', 'account.benefits.data'],
  ['search', 'account.benefits.browse'],
];

export function AccountBenefits() {
  const t = useTranslator();
  return (
    <aside className="hidden self-start rounded-lg border border-line bg-sunken p-8 lg:block">
      <h2 className="text-xl">{t('account.benefits.title')}</h2>
      <ul className="mt-5 grid gap-5">
        {BENEFITS.map(([icon, message]) => (
          <li key={message} className="flex gap-3">
            <Icon name={icon} className="mt-0.5 size-5 text-verified" />
            <span className="max-w-prose">{t(message)}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
