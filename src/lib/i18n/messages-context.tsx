import { createContext, use } from 'react';
import { englishWords, type Words } from './messages.ts';

const WordsContext = createContext<Words>(englishWords);

export const WordsProvider = WordsContext.Provider;

/** The message catalogue of the page's language. */
export function useWords(): Words {
  return use(WordsContext);
}
