import * as z from 'zod/mini';
import { emailField, nameField } from '#features/people/accounts/model/account-forms.ts';
import { INVITED_ROLES } from './person.ts';

export const inviteForm = z.object({ name: nameField, email: emailField, role: z.enum(INVITED_ROLES) });
