import { z } from 'zod';

/** The response schema of a call that sends a file. An endpoint that declares it cannot send JSON. */
export const fileResponse = z.unknown();
