import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton, OutsideLinkButton } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';

/** Alternatives shown beside the form. */
export function ContactOptions({ chat }: { chat: string }) {
  const t = useTranslator();
  return (
    <section aria-label={t('contact.ways')}>
      <ul className="grid gap-4">
        <Option icon="chat" title={t('contact.chat.title')} text={t('contact.chat.text')}>
          <OutsideLinkButton href={chat}>{t('content.chat')}</OutsideLinkButton>
        </Option>
        <Option icon="ship" title={t('contact.guide.title')} text={t('contact.guide.text')}>
          <LinkButton to={paths.blogs}>{t('contact.guide.link')}</LinkButton>
        </Option>
        <Option icon="tag" title={t('contact.car.title')} text={t('contact.car.text')}>
          <LinkButton to={paths.explore}>{t('contact.car.link')}</LinkButton>
        </Option>
      </ul>
    </section>
  );
}

type OptionProps = { icon: IconName; title: string; text: string; children: React.ReactNode };

function Option({ icon, title, text, children }: OptionProps) {
  return (
    <li className="grid justify-items-start gap-2 rounded-lg border border-line bg-surface p-5">
      <h2 className="flex items-center gap-2 text-lg">
        <Icon name={icon} className="size-6 text-link" />
        {title}
      </h2>
      <p className="text-ink-soft">{text}</p>
      <div className="mt-1">{children}</div>
    </li>
  );
}
