import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { LegalDialog, type LegalText } from '#features/site/content/components/legal-texts.tsx';
import { NewsletterForm } from '#features/site/newsletter/components/newsletter-form.tsx';
import { OperatorLine } from '#features/site/operator/components/operator.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { useSite } from '#lib/pages/page-site.ts';
import { canonicalPath, paths } from '#paths.ts';
import { Logo } from '#ui/logo.tsx';

const LINK = 'inline-flex min-h-11 items-center text-start text-on-quay-soft hover:text-on-quay hover:underline';
const STORY: MessageKey[] = ['shell.footer.story', 'shell.footer.team', 'shell.footer.careers', 'shell.footer.press'];

export function SiteFooter() {
  const t = useTranslator();
  const { historyReportUrl } = useSite();
  const signingUp = canonicalPath(useLocation().pathname) === paths.signup;
  const [legal, setLegal] = useState<LegalText | null>(null);
  return (
    <footer className="bg-quay text-on-quay">
      <div className="mx-auto max-w-[86rem] px-4 py-8 md:px-8 md:py-16">
        <div className="flex flex-wrap items-end justify-between gap-6 border-on-quay-soft/30 border-b pb-6 md:pb-10">
          <p className="max-w-lg text-balance font-bold text-xl md:text-2xl">{t('shell.footer.invite')}</p>
          <div className="flex flex-wrap gap-3">
            {!signingUp && (
              <Link
                to={paths.signup}
                className="signed-out grid min-h-11 place-items-center rounded-md bg-on-quay px-5 font-semibold text-quay-ink hover:underline"
              >
                {t('shell.footer.signUp')}
              </Link>
            )}
            <Link
              to={paths.about}
              className="grid min-h-11 place-items-center rounded-md border border-on-quay-soft px-5 font-semibold hover:underline"
            >
              {t('shell.footer.know')}
            </Link>
          </div>
        </div>
        <div className="grid grid-cols-2 gap-x-8 gap-y-5 pt-6 md:gap-8 md:pt-10 md:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_1.6fr]">
          <Column title="shell.footer.about">
            {STORY.map((words) => (
              <Link key={words} to={paths.comingSoon} className={LINK}>
                {t(words)}
              </Link>
            ))}
          </Column>
          <Column title="shell.footer.services">
            <Link to={paths.explore} className={LINK}>
              {t('shell.footer.buy')}
            </Link>
            <Link to={paths.usedCars} className={LINK}>
              {t('shell.footer.makes')}
            </Link>
            <Link to={paths.rentCars} className={LINK}>
              {t('shell.footer.rent')}
            </Link>
            <Link to={paths.compare} className={LINK}>
              {t('shell.footer.compare')}
            </Link>
            <a href={historyReportUrl} target="_blank" rel="noopener noreferrer" className={LINK}>
              {t('shell.footer.history')}
            </a>
            <Link to={paths.sell} className={LINK}>
              {t('shell.footer.sell')}
            </Link>
            <Link to={paths.comingSoon} className={LINK}>
              {t('shell.footer.financing')}
            </Link>
          </Column>
          <Column title="shell.footer.support" isWide>
            <Link to="/#faqs" className={LINK}>
              {t('shell.footer.faq')}
            </Link>
            <Link to={paths.contact} className={LINK}>
              {t('shell.footer.contact')}
            </Link>
            <Link to={paths.promise} className={LINK}>
              {t('promise.link')}
            </Link>
            <Link to={paths.verify} className={LINK}>
              {t('shell.footer.verify')}
            </Link>
            <LegalButton text="privacy" onOpen={setLegal} />
            <LegalButton text="terms" onOpen={setLegal} />
          </Column>
          <div className="col-span-2 grid min-w-0 grid-cols-1 content-start gap-6 md:col-span-3 lg:col-span-1">
            <NewsletterForm />
            <ShareLinks />
          </div>
        </div>
        <div className="mt-6 flex flex-wrap md:mt-10 items-center justify-between gap-4 border-on-quay-soft/30 border-t pt-6 text-on-quay-soft text-sm">
          <Logo />
          <div className="grid min-w-0 max-w-prose gap-2">
            <OperatorLine />
          </div>
          <RightsNote />
        </div>
      </div>
      <LegalDialog text="terms" open={legal === 'terms'} onClose={() => setLegal(null)} />
      <LegalDialog text="privacy" open={legal === 'privacy'} onClose={() => setLegal(null)} />
    </footer>
  );
}

/** Keeps the server's year, because a phone whose clock shows another year would render the whole page again. */
export function RightsNote() {
  const t = useTranslator();
  return <p suppressHydrationWarning>{t('shell.footer.rights', { year: String(new Date().getUTCFullYear()) })}</p>;
}

/** Opens a legal text in a dialog. Without scripts it links to the page with both texts. */
function LegalButton({ text, onOpen }: { text: LegalText; onOpen(text: LegalText): void }) {
  const t = useTranslator();
  return (
    <>
      <button type="button" onClick={() => onOpen(text)} className={`${LINK} noscript:hidden`}>
        {t(`shell.footer.${text}`)}
      </button>
      <noscript>
        <a href={`${paths.signup}#${text}`} className={LINK}>
          {t(`shell.footer.${text}`)}
        </a>
      </noscript>
    </>
  );
}

type ColumnProps = { title: MessageKey; isWide?: boolean; children: React.ReactNode[] };

/** @param isWide takes two columns of a phone */
function Column({ title, isWide = false, children }: ColumnProps) {
  const t = useTranslator();
  return (
    <nav aria-label={t(title)} className={isWide ? 'max-md:col-span-2' : ''}>
      <h2 className="font-bold text-base">{t(title)}</h2>
      <ul className={`mt-1 ${isWide ? 'max-md:grid max-md:grid-cols-2 max-md:gap-x-8' : ''}`}>
        {children.flat().map((link, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the links of a column never move
          <li key={at}>{link}</li>
        ))}
      </ul>
    </nav>
  );
}

function ShareLinks() {
  const t = useTranslator();
  const { origin } = useSite();
  const site = encodeURIComponent(origin);
  const shares: [MessageKey, string, string][] = [
    ['shell.footer.shareX', 'X', `https://twitter.com/intent/tweet?url=${site}`],
    ['shell.footer.shareFacebook', 'Facebook', `https://www.facebook.com/sharer/sharer.php?u=${site}`],
    ['shell.footer.shareWhatsapp', 'WhatsApp', `https://wa.me/?text=${site}`],
  ];
  return (
    <div>
      <p className="font-semibold">{t('shell.footer.share')}</p>
      <ul className="flex flex-wrap gap-x-5">
        {shares.map(([words, name, href]) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t(words)}
              className={`${LINK} min-w-6`}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
