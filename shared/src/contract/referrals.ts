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
    summary: 'Emails an invitation to join Diorama. A joined invitation earns storage.',
    body: z.object({ email, referrer: ref.nullish() }),
    response: z.object({ email: z.string() }),
    errors: ['invitation.limit', 'referral.self', 'referral.duplicate'],
    limit: 'invitations',
  },
  listReferrals: {
    route: 'GET /api/referrals',
    summary: 'Lists the friends invited by a workspace that the user manages, newest first.',
    query: z.object({ ...listQuery, 'account.uuid': ref.optional() }),
    response: collection(referral.partial().required({ '@id': true, '@type': true, uuid: true })),
  },
  getReferral: {
    route: 'GET /api/referrals/{id}',
    summary: 'Returns a referral. Managers of its workspace only.',
    response: referral,
    errors: ['request.not-found'],
  },
});
