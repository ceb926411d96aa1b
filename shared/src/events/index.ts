import { z } from 'zod';
import { defineEvent, type EventDefinition } from './define.ts';

const asset = z.object({ assetId: z.uuid() });
const account = z.object({ accountId: z.uuid() });
const composition = z.object({ compositionId: z.uuid() });
const order = z.object({ orderId: z.uuid() });
const item = z.object({ itemId: z.uuid() });

/** Turn of an event of which one workspace can cause any number; the others are listed in `crowd-of.ts`. */
const inTurn = { turn: z.number().int().optional() };

const queued = asset.extend({ ...inTurn, isLarge: z.boolean().optional() });

/** Every domain event of the product; `subscriptions.ts` lists the jobs of each. */
export const events = [
  defineEvent('asset.uploaded', queued.extend({ round: z.number().int().optional() })),
  defineEvent('asset.converted', queued),
  defineEvent('asset.form-asked', asset.extend(inTurn)),
  defineEvent('asset.outdated', asset),
  defineEvent('asset.deleted', account),
  defineEvent('composition.edited', composition),
  defineEvent('composition.rested', composition.extend(inTurn)),
  defineEvent('version.kept', z.object({ versionId: z.uuid(), ...inTurn })),
  defineEvent('output.requested', z.object({ outputId: z.uuid(), ...inTurn })),
  defineEvent('option-output.requested', z.object({ optionOutputId: z.uuid(), ...inTurn })),
  defineEvent('output.completed', z.object({ outputId: z.uuid(), ...inTurn })),
  defineEvent('reimagine.requested', z.object({ reimagineId: z.uuid(), ...inTurn })),
  defineEvent('order.created', order),
  defineEvent('order.confirmed', order.extend(inTurn)),
  defineEvent('payment.notified', order.extend(inTurn)),
  defineEvent('order.charge-requested', order),
  defineEvent('order.held', order),
  defineEvent('setup.notified', z.object({ setupId: z.uuid() })),
  defineEvent('refund.requested', z.object({ refundId: z.uuid() })),
  defineEvent(
    'invoice.recorded',
    z.object({ invoiceId: z.uuid(), isRedrawn: z.boolean().optional(), ...inTurn }),
  ),
  defineEvent('renewal.failed', account),
  defineEvent('subscription.ended', account),
  defineEvent(
    'email.requested',
    z.object({ emailId: z.uuid(), isNotice: z.boolean().optional(), ...inTurn }),
  ),
  defineEvent('referral.requested', z.object({ emailId: z.uuid(), ...inTurn })),
  defineEvent('storage.changed', account),
  defineEvent('account.closed', z.object({ userId: z.uuid().nullable(), accountIds: z.array(z.uuid()) })),
  defineEvent('account.export-requested', z.object({ exportId: z.uuid(), ...inTurn })),
  defineEvent('workspace.import-requested', z.object({ importId: z.uuid(), ...inTurn })),
  defineEvent(
    'avatar.offered',
    z.object({ userId: z.uuid(), assetId: z.uuid(), url: z.string().max(2_048) }),
  ),
  defineEvent('library.requested', z.object({ version: z.number().int() })),
  defineEvent('library.material-saved', item.extend(inTurn)),
  defineEvent('library.version-saved', item.extend(inTurn)),
  defineEvent('backup.due', z.object({ runId: z.uuid() })),
  defineEvent('rehearsal.due', z.object({ runId: z.uuid() })),
  defineEvent('schedule.minute', z.object({})),
  defineEvent('schedule.hour', z.object({})),
] as const satisfies readonly EventDefinition[];

export type AnyEvent = (typeof events)[number];
export type EventName = AnyEvent['name'];
export type EventOf<Name extends EventName> = Extract<AnyEvent, { name: Name }>;
export type EventPayload<Name extends EventName> = z.output<EventOf<Name>['payload']>;

/** An event with the payload of its name. */
export type DomainEvent = { [Name in EventName]: { name: Name; payload: EventPayload<Name> } }[EventName];
