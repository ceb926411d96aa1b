import { type JobRequest, requestJob } from './define.ts';
import type { EventName, EventPayload } from './index.ts';

/** Table of the jobs that each event requests, by its payload. */
export const subscriptions: { [Name in EventName]: (payload: EventPayload<Name>) => readonly JobRequest[] } =
  {
    'asset.uploaded': ({ assetId, turn, isLarge, round }) => [
      requestJob(isLarge ? 'asset.import-large' : 'asset.import', { assetId, turn, round }),
    ],
    'asset.converted': ({ assetId, turn, isLarge }) => [
      requestJob(isLarge ? 'asset.thumbnail-large' : 'asset.thumbnail', { assetId, turn }),
    ],
    'asset.outdated': ({ assetId }) => [requestJob('asset.renew', { assetId })],
    'asset.form-asked': (payload) => [requestJob('asset.form', payload)],
    'asset.deleted': ({ accountId }) => [requestJob('storage.check', { accountId })],
    'composition.edited': ({ compositionId }) => [requestJob('scene.compact', { compositionId })],
    'composition.rested': (payload) => [requestJob('scene.thumbnail', payload)],
    'version.kept': (payload) => [requestJob('version.thumbnail', payload)],
    'output.requested': ({ outputId, turn }) => [requestJob('scene.output', { outputId, turn })],
    'option-output.requested': (payload) => [requestJob('scene.option-output', payload)],
    'output.completed': (payload) => [requestJob('scene.carousel', payload)],
    'reimagine.requested': (payload) => [requestJob('scene.reimagine', payload)],
    'order.created': () => [],
    'subscription.ended': ({ accountId }) => [requestJob('subscription.notify-ended', { accountId })],
    'order.confirmed': (payload) => [requestJob('order.reconcile', payload)],
    'payment.notified': (payload) => [requestJob('order.reconcile', payload)],
    'order.charge-requested': ({ orderId }) => [requestJob('order.charge', { orderId })],
    'order.held': ({ orderId }) => [requestJob('order.notify-held', { orderId })],
    'setup.notified': ({ setupId }) => [requestJob('source.reconcile', { setupId })],
    'refund.requested': ({ refundId }) => [requestJob('refund.execute', { refundId })],
    'invoice.recorded': (payload) => [requestJob('invoice.issue', payload)],
    'renewal.failed': ({ accountId }) => [requestJob('renewal.notify-failed', { accountId })],
    'email.requested': (email) => [requestJob('email.send', email)],
    'referral.requested': (payload) => [requestJob('referral.invite', payload)],
    'storage.changed': ({ accountId }) => [requestJob('storage.check', { accountId })],
    'account.closed': (payload) => [requestJob('account.erase', payload)],
    'account.export-requested': (payload) => [requestJob('account.export', payload)],
    'workspace.import-requested': (payload) => [requestJob('workspace.import', payload)],
    'avatar.offered': (payload) => [requestJob('avatar.fetch', payload)],
    'library.requested': ({ version }) => [requestJob('library.seed', { version })],
    'library.material-saved': (payload) => [requestJob('library.thumbnail', payload)],
    'library.version-saved': (payload) => [requestJob('library.thumbnail', payload)],
    'backup.due': (payload) => [requestJob('backup.make', payload)],
    'rehearsal.due': (payload) => [requestJob('backup.rehearse', payload)],
    'schedule.minute': () => [
      requestJob('order.expire', {}),
      requestJob('subscription.end', {}),
      requestJob('subscription.renew', {}),
      requestJob('comment.digest', {}),
      requestJob('invitation.expire', {}),
    ],
    'schedule.hour': () => [
      requestJob('asset.sweep', {}),
      requestJob('scene.sweep', {}),
      requestJob('storage.sweep', {}),
      requestJob('payment-method.notify-expiring', {}),
    ],
  };

/** Jobs that one event requests. */
export function jobsFor<Name extends EventName>(
  name: Name,
  payload: EventPayload<Name>,
): readonly JobRequest[] {
  return subscriptions[name](payload);
}
