import { createContext, use } from 'react';
import { englishWords, type Translator } from './messages.ts';

const MessagesContext = createContext<Translator>(englishWords);

export const MessagesProvider = MessagesContext.Provider;

/** The message catalogue of the page's language. */
export function useTranslator(): Translator {
  return use(MessagesContext);
}
