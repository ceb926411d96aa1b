import type { z } from 'zod';
import type { Language } from '../i18n/t.ts';
import { accessRequestEmail } from './access-request.ts';
import { cardExpiresEmail } from './card-expires.ts';
import { commentDigestEmail } from './comment-digest.ts';
import { commentMentionEmail } from './comment-mention.ts';
import { confirmEmail } from './confirm.ts';
import type { EmailDefinition, RenderedMail } from './define.ts';
import { emailChangeEmail } from './email-change.ts';
import { emailChangedEmail } from './email-changed.ts';
import { exportReadyEmail } from './export-ready.ts';
import { frameMail } from './frame.ts';
import { invitationEmail } from './invitation.ts';
import { invitationAcceptedEmail } from './invitation-accepted.ts';
import { orderHeldEmail } from './order-held.ts';
import { overflowEmail } from './overflow.ts';
import { passwordChangedEmail } from './password-changed.ts';
import { passwordResetEmail } from './password-reset.ts';
import { paymentHeldEmail } from './payment-held.ts';
import { planEndedEmail } from './plan-ended.ts';
import { receiptEmail } from './receipt.ts';
import { referralEmail } from './referral.ts';
import { referralJoinedEmail } from './referral-joined.ts';
import { refundEmail } from './refund.ts';
import { renewalFailedEmail } from './renewal-failed.ts';
import { requestDeclinedEmail } from './request-declined.ts';
import { requestGrantedEmail } from './request-granted.ts';
import { storageFullEmail } from './storage-full.ts';
import { storageOverdueEmail } from './storage-overdue.ts';
import { storageWarningEmail } from './storage-warning.ts';
import { supportEmail } from './support.ts';
import { workspaceExportReadyEmail } from './workspace-export-ready.ts';
import { workspaceReactivatedEmail } from './workspace-reactivated.ts';
import { workspaceSuspendedEmail } from './workspace-suspended.ts';

/** Every mail that Diorama sends. */
export const emails = [
  referralEmail,
  passwordResetEmail,
  supportEmail,
  commentMentionEmail,
  commentDigestEmail,
  confirmEmail,
  emailChangeEmail,
  emailChangedEmail,
  exportReadyEmail,
  workspaceExportReadyEmail,
  overflowEmail,
  passwordChangedEmail,
  storageFullEmail,
  storageOverdueEmail,
  storageWarningEmail,
  referralJoinedEmail,
  invitationEmail,
  invitationAcceptedEmail,
  accessRequestEmail,
  requestGrantedEmail,
  requestDeclinedEmail,
  receiptEmail,
  refundEmail,
  renewalFailedEmail,
  planEndedEmail,
  paymentHeldEmail,
  orderHeldEmail,
  cardExpiresEmail,
  workspaceSuspendedEmail,
  workspaceReactivatedEmail,
] as const satisfies readonly EmailDefinition[];

type AnyEmail = (typeof emails)[number];
export type EmailName = AnyEmail['name'];
export type EmailProps<Name extends EmailName> = z.input<Extract<AnyEmail, { name: Name }>['props']>;

const byName: ReadonlyMap<string, EmailDefinition> = new Map(emails.map((email) => [email.name, email]));

/**
 * Renders a mail in a language.
 * @throws Error for an unknown mail, ZodError for invalid props.
 */
export function renderEmail(name: string, language: Language, props: unknown): RenderedMail {
  const email = byName.get(name);
  if (!email) {
    throw new Error(`No mail is called ${name}`);
  }
  return frameMail(language, email.content(language, email.props.parse(props)));
}
