/** Words for code that runs on the server only: all of them. A page carries the common ones and imports the areas it speaks of. */
import '#generated/words/all-areas.ts';

export { englishWords, isWordId } from './messages.ts';
