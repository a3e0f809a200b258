import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton, OutsideLinkButton } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';

/** Beside the form: what may be quicker. */
export function ContactOptions({ chat }: { chat: string }) {
  const t = useTranslator();
  return (
    <section aria-label={t('contact.ways')}>
      <ul className="grid gap-4">
        <Way icon="chat" title={t('contact.chat.title')} text={t('contact.chat.text')}>
          <OutsideLinkButton href={chat}>{t('content.chat')}</OutsideLinkButton>
        </Way>
        <Way icon="ship" title={t('contact.guide.title')} text={t('contact.guide.text')}>
          <LinkButton to={paths.blogs}>{t('contact.guide.link')}</LinkButton>
        </Way>
        <Way icon="tag" title={t('contact.car.title')} text={t('contact.car.text')}>
          <LinkButton to={paths.explore}>{t('contact.car.link')}</LinkButton>
        </Way>
      </ul>
    </section>
  );
}

type WayProps = { icon: IconName; title: string; text: string; children: React.ReactNode };

function Way({ icon, title, text, children }: WayProps) {
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
