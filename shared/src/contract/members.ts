import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { email } from './fields.ts';
import { ref } from './hydra.ts';

export const memberRoutes = defineRoutes({
  sendReferral: {
    method: 'POST',
    path: '/api/referral/send',
    auth: 'user',
    summary: 'Mails an invitation to join Diorama; a joined invite earns storage.',
    status: 200,
    body: z.object({ email, referrer: ref.nullish() }),
    response: z.object({ email: z.string() }),
    errors: ['invitation.limit'],
    limit: 'invitations',
  },
});
