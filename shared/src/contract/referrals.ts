import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { bytes, email, iri, time, userRef } from './fields.ts';
import { collection, listQuery, ref, resource } from './hydra.ts';

/** A friend whom a member of the workspace has invited to Diorama. */
export const referral = resource('Referral', {
  account: iri,
  email: z.string(),
  joined: z.boolean(),
  joinedAt: time.nullable(),
  /** User who joined. */
  user: userRef.nullable(),
  /** Storage that the referral earned, in bytes. Referrals beyond the limit earn nothing. */
  earned: bytes,
  createdBy: userRef,
  createdAt: time,
});
export type Referral = z.output<typeof referral>;

export const referralRoutes = defineRoutes({
  sendReferral: {
    route: 'POST /api/referral/send',
    summary: 'Mails an invitation to join Diorama; a joined invite earns storage.',
    body: z.object({ email, referrer: ref.nullish() }),
    response: z.object({ email: z.string() }),
    errors: ['invitation.limit', 'referral.self', 'referral.duplicate'],
    limit: 'invitations',
  },
  listReferrals: {
    route: 'GET /api/referrals',
    summary: 'The friends invited by a workspace one manages, newest first.',
    query: z.object({ ...listQuery, 'account.uuid': ref.optional() }),
    response: collection(referral.partial().required({ '@id': true, '@type': true, uuid: true })),
  },
  getReferral: {
    route: 'GET /api/referrals/{id}',
    summary: 'A referral, for those who manage its workspace.',
    response: referral,
    errors: ['request.not-found'],
  },
});
