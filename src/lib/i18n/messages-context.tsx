import { createContext, use } from 'react';
import type { Translator } from './translator.ts';

const MessagesContext = createContext<Translator | null>(null);

export const MessagesProvider = MessagesContext.Provider;

/** The translator of the page's language. */
export function useTranslator(): Translator {
  const t = use(MessagesContext);
  if (!t) throw new Error('useTranslator is called outside of MessagesProvider');
  return t;
}
