/** Words for code that runs on the server only: all of them. A page carries the common ones and imports the areas it speaks of. */
import '#generated/messages/all-areas.ts';

export { englishWords, isMessageId } from './messages.ts';
