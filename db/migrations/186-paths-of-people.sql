comment on column admins.role is 'The permissions of the role are in src/features/people/sessions/model/roles.ts.';
