import type { MetaFunction } from 'react-router';
import { chatLink } from '#features/catalog/listings/model/chat-message.ts';
import { InsideNote } from '#features/conversations/threads/components/inside-note.tsx';
import { ContactForm, ContactOptions, sendMessage } from '#features/site/contact/components/contact-form.tsx';
import { OperatorSection } from '#features/site/operator/components/operator.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { pageMeta, pageOfMatches } from '#lib/pages/page-handlers.ts';
import { useSite } from '#lib/pages/page-site.ts';
import { structuredOrganization } from '#lib/pages/structured-data.ts';
import { paths } from '#paths.ts';

export const action = serverAction(sendMessage, ['name', 'email', 'subject', 'message']);
export const clientAction = browserAction(sendMessage);

export const meta: MetaFunction = ({ matches }) => {
  const { site, t } = pageOfMatches(matches);
  return [
    ...pageMeta({ title: t('contact.title'), description: t('contact.text'), site, path: paths.contact }),
    { 'script:ld+json': structuredOrganization(site.origin, paths.contact) },
  ];
};

export default function Contact() {
  const t = useTranslator();
  const { chatNumber } = useSite();
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-10 px-4 py-8 md:px-8 md:py-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-16">
      <div className="grid min-w-0 content-start gap-6">
        <div className="grid gap-2">
          <h1 className="text-2xl">{t('contact.title')}</h1>
          <p className="text-ink-soft text-lg">{t('contact.text')}</p>
        </div>
        <InsideNote />
        <ContactForm />
        <OperatorSection />
      </div>
      <ContactOptions chat={chatLink(chatNumber, t('content.chat.say'))} />
    </div>
  );
}
