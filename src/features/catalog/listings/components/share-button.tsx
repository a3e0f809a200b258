import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { tweetLink } from '../model/chat-message.ts';

type ShareButtonProps = { text: string; url: string };

/** Uses the device's share dialog if there is one, else a tweet. Without JavaScript, it is a link to the tweet. */
export function ShareButton({ text, url }: ShareButtonProps) {
  const t = useTranslator();
  const share = (event: React.MouseEvent) => {
    if (typeof navigator.share !== 'function') return;
    event.preventDefault();
    navigator.share({ title: text, text, url }).catch(() => {});
  };
  return (
    <a
      href={tweetLink(text, url)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={share}
      className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 font-semibold hover:underline"
    >
      <Icon name="share" />
      {t('car.share')}
    </a>
  );
}
