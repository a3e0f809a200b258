import { z } from 'zod';

/** The response of a call that sends a file as it is. An endpoint that declares it cannot send JSON. */
export const fileResponse = z.unknown();
