import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useSite } from '#lib/pages/use-site.ts';
import { OutsideLinkButton } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { chatLink } from '../model/chat-message.ts';

const CHATS = [
  ['inspection', 'search'],
  ['whatsapp', 'chat'],
  ['report', 'document'],
] as const satisfies [string, IconName][];

/** Three chat links with a prepared message, and a link to an external history report. */
export function ContactButtons({ id, name, url }: { id: number; name: string; url: string }) {
  const t = useTranslator();
  const { chatNumber, historyReportUrl } = useSite();
  return (
    <div className="grid gap-2">
      {CHATS.map(([about, icon]) => (
        <OutsideLinkButton
          key={about}
          href={chatLink(chatNumber, t(`car.contact.say.${about}`, { car: name, id: String(id), url }))}
        >
          <Icon name={icon} />
          {t(`car.contact.${about}`)}
        </OutsideLinkButton>
      ))}
      <OutsideLinkButton href={historyReportUrl}>
        <Icon name="outside" />
        {t('car.contact.history')}
      </OutsideLinkButton>
    </div>
  );
}
