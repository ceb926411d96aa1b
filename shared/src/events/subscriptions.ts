import { ask, type JobRequest } from './define.ts';
import type { EventName, EventPayload } from './index.ts';

/** Table of the jobs that each event requests, by its payload. */
export const subscriptions: { [Name in EventName]: (payload: EventPayload<Name>) => readonly JobRequest[] } =
  {
    'asset.uploaded': ({ assetId, turn, isLarge, round }) => [
      ask(isLarge ? 'asset.import-large' : 'asset.import', { assetId, turn, round }),
    ],
    'asset.converted': ({ assetId, isLarge }) => [
      ask(isLarge ? 'asset.thumbnail-large' : 'asset.thumbnail', { assetId }),
    ],
    'asset.outdated': ({ assetId }) => [ask('asset.renew', { assetId })],
    'asset.form-asked': ({ assetId }) => [ask('asset.form', { assetId })],
    'asset.deleted': ({ accountId }) => [ask('storage.check', { accountId })],
    'composition.edited': ({ compositionId }) => [ask('scene.compact', { compositionId })],
    'composition.rested': ({ compositionId }) => [ask('scene.thumbnail', { compositionId })],
    'version.kept': ({ versionId }) => [ask('version.thumbnail', { versionId })],
    'output.requested': ({ outputId, turn }) => [ask('scene.output', { outputId, turn })],
    'output.completed': ({ outputId }) => [ask('scene.carousel', { outputId })],
    'reimagine.requested': ({ reimagineId }) => [ask('scene.reimagine', { reimagineId })],
    'order.created': () => [],
    'subscription.ended': ({ accountId }) => [ask('subscription.farewell', { accountId })],
    'order.confirmed': ({ orderId }) => [ask('order.reconcile', { orderId })],
    'payment.notified': ({ orderId }) => [ask('order.reconcile', { orderId })],
    'order.charge-requested': ({ orderId }) => [ask('order.charge', { orderId })],
    'order.held': ({ orderId }) => [ask('order.tell', { orderId })],
    'setup.notified': ({ setupId }) => [ask('source.reconcile', { setupId })],
    'refund.requested': ({ refundId }) => [ask('refund.execute', { refundId })],
    'invoice.recorded': ({ invoiceId }) => [ask('invoice.issue', { invoiceId })],
    'renewal.failed': ({ accountId }) => [ask('renewal.warn', { accountId })],
    'email.requested': ({ emailId }) => [ask('email.send', { emailId })],
    'storage.changed': ({ accountId }) => [ask('storage.check', { accountId })],
    'account.closed': (payload) => [ask('account.erase', payload)],
    'account.export-requested': (payload) => [ask('account.export', payload)],
    'library.requested': ({ version }) => [ask('library.seed', { version })],
    'library.material-saved': ({ itemId }) => [ask('library.thumbnail', { itemId })],
    'schedule.minute': () => [
      ask('order.expire', {}),
      ask('subscription.end', {}),
      ask('subscription.renew', {}),
      ask('comment.digest', {}),
      ask('invitation.expire', {}),
    ],
    'schedule.hour': () => [
      ask('asset.sweep', {}),
      ask('scene.sweep', {}),
      ask('storage.sweep', {}),
      ask('source.warn', {}),
    ],
  };

/** Jobs that one event requests. */
export function jobsFor<Name extends EventName>(
  name: Name,
  payload: EventPayload<Name>,
): readonly JobRequest[] {
  return subscriptions[name](payload);
}
