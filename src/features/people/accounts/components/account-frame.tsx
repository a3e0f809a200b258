import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { Icon, type IconName } from '#ui/icon.tsx';

type AccountFrameProps = {
  title: string;
  intro?: string | undefined;
  /** Shown next to the form on wide screens. */
  aside?: React.ReactNode;
  children: React.ReactNode;
};

export function AccountFrame({ title, intro, aside, children }: AccountFrameProps) {
  return (
    <div
      className={`mx-auto grid grid-cols-1 gap-10 px-4 py-8 md:px-8 md:py-14 ${aside ? 'max-w-md lg:max-w-5xl lg:grid-cols-[minmax(0,26rem)_1fr] lg:gap-20' : 'max-w-md'}`}
    >
      <div className="grid min-w-0 content-start gap-6">
        <div className="grid gap-2">
          <h1 className="text-2xl">{title}</h1>
          {intro && <p className="wrap-anywhere text-ink-soft">{intro}</p>}
        </div>
        {children}
      </div>
      {aside}
    </div>
  );
}

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
