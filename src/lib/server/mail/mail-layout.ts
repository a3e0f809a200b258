import type { Language } from '../../i18n/translator.ts';
import { PRODUCT_NAME } from '../../product.ts';

type MailContent = {
  title: string;
  /** Line breaks inside a paragraph are kept. */
  paragraphs: string[];
  action?: Link;
  footer: string;
  /** Unsubscribe link, for newsletters. */
  unsubscribe?: Link;
};

type Link = { label: string; url: string };

/**
 * Composes the text and HTML versions of a mail. Mail clients cannot use our style sheets, so the colors are inlined.
 */
export function composeMail(content: MailContent, language: Language): { text: string; html: string } {
  return { text: composeText(content), html: composeHtml(content, language) };
}

function composeText({ title, paragraphs, action, footer, unsubscribe }: MailContent): string {
  const links = (link: Link | undefined) => (link ? [`${link.label}:\n${link.url}`] : []);
  return [title, ...paragraphs, ...links(action), footer, ...links(unsubscribe)].join('\n\n');
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
const BODY = `${FONT};font-size:16px;line-height:1.55;color:#0c1b2a`;
const SMALL = `${FONT};font-size:14px;line-height:1.4;color:#46566a`;
const DARK = `@media (prefers-color-scheme:dark){
.ground{background:#0a1420!important}
.sheet{background:#101d2c!important;border-color:#24364b!important}
.ink{color:#eef2f5!important}
.soft{color:#a9b7c6!important}
.link{color:#7cc4ee!important}
}`;

function composeHtml(
  { title, paragraphs, action, footer, unsubscribe }: MailContent,
  { locale, dir }: Language,
): string {
  const inner = [
    `<p class="ink" style="${BODY};margin:0 0 24px;font-size:20px;font-weight:700">${escaped(PRODUCT_NAME)}</p>`,
    `<h1 class="ink" dir="auto" style="${BODY};margin:0 0 16px;font-size:24px;line-height:1.25">${lines(title)}</h1>`,
    ...paragraphs.map((text) => `<p class="ink" dir="auto" style="${BODY};margin:0 0 16px">${lines(text)}</p>`),
    ...(action ? [button(action)] : []),
  ];
  return `<!doctype html>
<html lang="${locale}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>${DARK}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#faf8f4">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#faf8f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #ddd6c8;border-radius:12px"><tr><td style="padding:28px 24px;text-align:start">
${inner.join('\n')}
</td></tr></table>
<p class="soft" dir="auto" style="${SMALL};max-width:560px;margin:16px auto 0">${lines(footer)}${unsubscribe ? `<br>${smallLink(unsubscribe)}` : ''}</p>
</td></tr></table>
</body>
</html>
`;
}

/** A link styled as a button, and its URL below in case the button does not work. */
function button({ label, url }: Link): string {
  const href = escaped(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px"><tr><td bgcolor="#c2410c" style="border-radius:10px;background:#c2410c"><a href="${href}" dir="auto" style="${FONT};display:inline-block;padding:12px 20px;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(label)}</a></td></tr></table>
<p dir="ltr" style="${SMALL};margin:0;word-break:break-all"><a class="link" href="${href}" style="color:#0b5b86">${href}</a></p>`;
}

function smallLink({ label, url }: Link): string {
  return `<a class="link" href="${escaped(url)}" style="color:#0b5b86">${escaped(label)}</a>`;
}

function lines(text: string): string {
  return escaped(text).replace(/\r\n|\r|\n/g, '<br>');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
