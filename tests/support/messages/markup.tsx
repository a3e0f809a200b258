import { renderToStaticMarkup as render } from 'react-dom/server';
import { MessagesProvider } from '#lib/i18n/messages-context.tsx';
import { english } from './english.ts';

/** The HTML of an element in English. */
export function renderToStaticMarkup(element: React.ReactNode): string {
  return render(<MessagesProvider value={english}>{element}</MessagesProvider>);
}
