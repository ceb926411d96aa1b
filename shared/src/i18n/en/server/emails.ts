/**
 * English texts of mails, by part and number of the paragraph.
 * - A key may end in a variant of the mail, such as the outcome of a payment.
 * - A key with `without` replaces a text with a placeholder that has no value. A paragraph without one is left out.
 * - `{Name}` is `{name}` with a capital letter.
 * - A mail without a title shows its subject as the title, and one without a footnote that of the owner.
 */
export const messages = {
  'unnamed.person': 'Someone',
  'unnamed.workspace': 'your workspace',
  'unnamed.scene': 'a scene',
  'unnamed.friend': 'a friend',
  'owner.footnote': 'You received this email because you own {workspace}.',

  'access-request.subject': '{personName} requests access to “{entityName}”',
  'access-request.subject.without': '{personName} requests access to an item of yours',
  'access-request.preview': '{email} tried to open it and has no access.',
  'access-request.preview.unconfirmed':
    'A person with the unconfirmed address {email} tried to open it and has no access.',
  'access-request.text.1':
    '{email} tried to open it and has no access. You decide whether to give access, and with which role.',
  'access-request.text.1.unconfirmed':
    'A person with the unconfirmed address {email} tried to open it and has no access. You decide whether to give access, and with which role.',
  'access-request.text.2': 'If you do not respond, nothing changes.',
  'access-request.action': 'Review request',
  'access-request.footnote':
    'You received this email because the item belongs to your workspace. The same person can send one request a day.',

  'card-expires.subject': 'Your card ending in {last4} expires soon',
  'card-expires.preview': 'Add another card so that {workspace} keeps its plan.',
  'card-expires.title': 'Your card expires soon',
  'card-expires.text.1':
    'The card ending in {last4}, used to pay for {workspace}, expires at the end of {month}. The plan renews on {renews}.',
  'card-expires.text.2': 'Please add another card and make it the default to keep the plan active.',
  'card-expires.action': 'Update payment method',

  'comment-digest.subject.one': 'New comment on {scenes}',
  'comment-digest.subject.other': '{count} new comments on {scenes}',
  'comment-digest.subject.without.one': 'New comment',
  'comment-digest.subject.without.other': '{count} new comments',
  'comment-digest.title.one': 'New comment',
  'comment-digest.title.other': '{count} new comments',
  'comment-digest.remark': '{author} commented on “{scene}”: “{quote}”',
  'comment-digest.reply': '{author} replied on “{scene}”: “{quote}”',
  'comment-digest.text.1': 'And {more} more.',
  'comment-digest.action.one': 'View comment',
  'comment-digest.action.other': 'View comments',
  'comment-digest.footnote': 'You received this email because you own the scene or took part in the thread.',

  'comment-mention.subject': '{author} mentioned you in {scene}',
  'comment-mention.subject.without': '{author} mentioned you in a scene',
  'comment-mention.title': '{author} mentioned you',
  'comment-mention.text.1': 'In a comment on “{scene}”:',
  'comment-mention.text.1.without': 'In a comment on a scene.',
  'comment-mention.text.2': '“{quote}”',
  'comment-mention.action': 'View comment',
  'comment-mention.footnote': 'You received this email because a collaborator on this scene mentioned you.',

  'confirm.subject': 'Welcome to Diorama: confirm your address',
  'confirm.preview': 'One click completes your account.',
  'confirm.title': 'Welcome to Diorama',
  'confirm.text.1':
    'Your workspace is ready: start with an empty scene or a template, share it with a link, and view it in your room with your phone.',
  'confirm.text.2': 'Please confirm that this address is yours, so that you can always recover your account.',
  'confirm.action': 'Confirm my address',
  'confirm.footnote': 'If you did not sign up, you can ignore this email.',

  'email-change.subject': 'Confirm your new email address for Diorama',
  'email-change.preview': 'The link works once and expires in one hour.',
  'email-change.title': 'Is this your new address?',
  'email-change.text.1':
    'You asked to log in with this address. The link works once and expires in one hour. Your address does not change until you open it.',
  'email-change.action': 'Use this address',
  'email-change.footnote': 'If you did not request this, you can ignore this email.',

  'email-changed.subject': 'Your email address for Diorama has changed',
  'email-changed.preview': 'You now log in with another address.',
  'email-changed.title': 'Hello {name}, your address has changed',
  'email-changed.title.without': 'Your address has changed',
  'email-changed.text.1': 'You now log in with {email}. Emails from Diorama are sent there too.',
  'email-changed.text.2': 'If you did not make this change, contact support immediately.',
  'email-changed.action': 'Open Diorama',
  'email-changed.footnote': 'You received this email because this was your account’s address.',

  'export-ready.subject': 'Your Diorama data is ready',
  'export-ready.preview': 'The link is valid for seven days.',
  'export-ready.title': 'Hello {name}, here is your data',
  'export-ready.title.without': 'Here is your data',
  'export-ready.text.1': 'Your profile, workspaces, scenes and uploaded files are in one archive of {size}.',
  'export-ready.text.2':
    'The link is valid for seven days. Anyone with the link can download the archive, so do not share it.',
  'export-ready.action': 'Download data',
  'export-ready.footnote': 'You received this email because you requested an export in your profile.',

  'workspace-export-ready.subject': 'Your workspace archive is ready',
  'workspace-export-ready.preview': 'The link is valid for seven days.',
  'workspace-export-ready.title': 'Hello {name}, here is your workspace',
  'workspace-export-ready.title.without': 'Here is your workspace',
  'workspace-export-ready.text.1':
    'The archive of {workspace} is {size}. It contains the scenes with their versions and comments, the files and the settings.',
  'workspace-export-ready.text.2':
    'It is larger than {importLimit}, the most that a Diorama installation imports. Keep it as a copy, or move large files to another workspace and export again.',
  'workspace-export-ready.text.2.without': 'It can be imported into any Diorama installation.',
  'workspace-export-ready.text.3':
    'The link is valid for seven days. Anyone with the link can download the archive, so do not share it.',
  'workspace-export-ready.action': 'Download archive',
  'workspace-export-ready.footnote':
    'You received this email because you exported a workspace in its settings.',

  'invitation.subject.compositions': '{inviterName} invited you to the scene “{entityName}”',
  'invitation.subject.compositions.without': '{inviterName} invited you to a scene',
  'invitation.subject.projects': '{inviterName} invited you to the project “{entityName}”',
  'invitation.subject.projects.without': '{inviterName} invited you to a project',
  'invitation.subject.accounts': '{inviterName} invited you to the workspace “{entityName}”',
  'invitation.subject.accounts.without': '{inviterName} invited you to a workspace',
  'invitation.preview': '{may} The invitation is valid for seven days.',
  'invitation.may.edit': 'As an editor, you can edit it with others.',
  'invitation.may.view': 'As a viewer, you can view and comment.',
  'invitation.may.admin': 'As an admin, you can do everything except billing.',
  'invitation.may.guest': 'As a guest, you see what is shared with you.',
  'invitation.text.1': 'And to {others} more.',
  'invitation.text.2': '{may}',
  'invitation.text.3':
    'Diorama is a studio for 3D scenes in the browser. If you do not have an account yet, you can create one for free.',
  'invitation.text.4': 'The invitation is valid for seven days.',
  'invitation.action': 'View invitation',
  'invitation.footnote':
    'You received this email because {inviterName} entered your address. If you do not know this person, you can ignore it.',

  'invitation-accepted.subject': '{personName} joined “{entityName}”',
  'invitation-accepted.subject.without': '{personName} joined an item you shared',
  'invitation-accepted.preview': '{email} accepted your invitation.',
  'invitation-accepted.text.1': '{email} accepted your invitation.',
  'invitation-accepted.action': 'View people with access',
  'invitation-accepted.footnote': 'You received this email because you sent the invitation.',

  'order-held.subject': 'An order needs your review',
  'order-held.preview': '{reason}',
  'order-held.workspace': 'A workspace',
  'order-held.reason.amount': 'This is not the amount ordered. Accept the payment or refund it.',
  'order-held.reason.price':
    'It was for a price that is no longer sold. Activate a plan for it, or refund it.',
  'order-held.reason.refund':
    'Another order replaced this one, and the provider has rejected the refund twenty times. Check the payment in the provider’s dashboard.',
  'order-held.text.1': '{workspace} paid {taken}.',
  'order-held.text.2': '{reason}',
  'order-held.text.3': 'Order: {order}',
  'order-held.action': 'Review orders',
  'order-held.footnote': 'You received this email because you are an operator of this installation.',

  'overflow.subject': '{personName} cannot continue editing {sceneName}',
  'overflow.preview.overflown': '{Workspace} is over its plan’s limits.',
  'overflow.preview.full': '{Workspace} is almost out of storage.',
  'overflow.title': '{personName} asks you to free up space',
  'overflow.text.1.overflown':
    '{personName} is working on {sceneName} in {workspace}, which is over its plan’s limits. Until you free up space, its scenes cannot be edited.',
  'overflow.text.1.full':
    '{personName} is working on {sceneName} in {workspace}, which is almost out of storage. Until you free up space, uploads may fail.',
  'overflow.text.2': 'Delete files you no longer need, or choose a larger plan.',
  'overflow.action': 'Free up space',
  'overflow.footnote': 'You received this email, at most once a day, because you own {workspace}.',

  'password-changed.subject': 'Your Diorama password has changed',
  'password-changed.preview': 'You have been signed out of other browsers.',
  'password-changed.title': 'Hello {name}, your password has changed',
  'password-changed.title.without': 'Your password has changed',
  'password-changed.text.1':
    'Your account’s password was just changed, and you have been signed out of other browsers.',
  'password-changed.text.2': 'If you did not make this change, set a new password right away.',
  'password-changed.action': 'Set a new password',
  'password-changed.footnote': 'If you made this change, you do not need to do anything.',

  'password-reset.subject': 'Reset your Diorama password',
  'password-reset.preview': 'The link works once and expires in one hour.',
  'password-reset.title': 'Hello {name}, set a new password',
  'password-reset.title.without': 'Set a new password',
  'password-reset.text.1':
    'We received a request to set a new password for your account. The link works once and expires in one hour.',
  'password-reset.action': 'Set a new password',
  'password-reset.footnote':
    'If you did not request this, you can ignore this email. Your password will not change.',

  'payment-held.subject': 'We are reviewing your payment',
  'payment-held.preview': 'You do not need to do anything or pay again. We will contact you with the result.',
  'payment-held.text.1.amount':
    'We received {taken} for {workspace}, which is not the amount ordered. We will either activate your plan or refund you.',
  'payment-held.text.1.price':
    'We received {taken} for {workspace}, for a price that is no longer sold. We will activate a plan for it.',
  'payment-held.text.1.refund':
    'We owe you a refund of {taken} for {workspace}, but your payment method rejects it. We are looking for another way to refund you.',
  'payment-held.text.2': 'You do not need to do anything or pay again. We will contact you with the result.',
  'payment-held.text.3': 'Order: {order}',
  'payment-held.action': 'View billing',

  'plan-ended.subject': '{Workspace} is now on Free',
  'plan-ended.preview': 'Your scenes are unchanged.',
  'plan-ended.title': 'Your plan has ended',
  'plan-ended.text.1': '{Workspace} is now on Free. Your scenes are unchanged and can still be viewed.',
  'plan-ended.text.2':
    'If they exceed the limits of Free, they cannot be edited until you free up space or choose a plan.',
  'plan-ended.action': 'Choose a plan',

  'receipt.subject': 'Your receipt for Diorama {plan}',
  'receipt.preview': 'Invoice {number}: {total}.',
  'receipt.title.active': 'Thank you for your payment',
  'receipt.title.waiting': 'Thank you for your payment',
  'receipt.title.returned': 'Your payment is being refunded',
  'receipt.title.free': '{plan} is active',
  'receipt.text.1.active': 'We received {total} for {plan} in {workspace}. The plan is active.',
  'receipt.text.1.waiting': 'We received {total} for {plan} in {workspace}. The plan is being activated.',
  'receipt.text.1.returned':
    'We received {total} for {plan} in {workspace}, but it was no longer due: the plan was already paid or canceled. We are refunding it in full.',
  'receipt.text.1.free': 'Nothing was charged for {plan} in {workspace}. The plan is active.',
  'receipt.text.2': 'The code {code} saved you {amount}. Renewals are charged at full price.',
  'receipt.text.3':
    'Invoice {number} is attached as a PDF. You can also find it in your workspace’s billing.',
  'receipt.action': 'View invoices',

  'referral.subject': '{referrerName} invited you to Diorama',
  'referral.preview': 'Create 3D scenes, share them, and view them in augmented reality.',
  'referral.title': '{referrerName} invited you to try Diorama',
  'referral.text.1':
    'Diorama is a studio in the browser: arrange models and lights, edit scenes together, and view them in your room with a phone.',
  'referral.text.2': 'Getting started is free.',
  'referral.action': 'Create my workspace',
  'referral.footnote':
    'You received this email because {referrerName} entered your address. If you do not sign up, we will not write again.',

  'referral-joined.subject': '{FriendName} joined Diorama',
  'referral-joined.preview': 'Your workspace has {bonus} more storage.',
  'referral-joined.preview.without': 'Thank you for the invitation.',
  'referral-joined.title': 'Hello {name}, {friendName} joined',
  'referral-joined.title.without': '{FriendName} joined',
  'referral-joined.text.1':
    'Thank you. Your workspace has {bonus} more storage, {earned} in total from friends.',
  'referral-joined.text.1.without': 'Thank you. Your friends have earned you {earned}, which is the maximum.',
  'referral-joined.action': 'View friends',
  'referral-joined.footnote': 'You received this email because you sent the invitation.',

  'refund.subject': 'Your refund of {total}',
  'refund.preview': 'Credit note {number}.',
  'refund.title': 'Your refund is on its way',
  'refund.text.1':
    'We refunded {total} of your payment for {plan} in {workspace}. It may take a few days to appear in your account.',
  'refund.text.2':
    'Credit note {number} is attached as a PDF. You can also find it in your workspace’s billing.',
  'refund.action': 'View invoices',

  'renewal-failed.subject': 'We could not renew {plan}',
  'renewal-failed.preview': 'Please check the payment method of {workspace}.',
  'renewal-failed.text.1':
    'The payment for {workspace} failed. The card may have expired, or no card is saved.',
  'renewal-failed.text.2': 'We will try again on {next}. Unless paid, {workspace} moves to Free on {ends}.',
  'renewal-failed.text.2.without':
    'We will not try again automatically. Unless paid, {workspace} moves to Free on {ends}.',
  'renewal-failed.text.3':
    'Add another card or choose another default, and we will try again immediately. You can also pay now.',
  'renewal-failed.action': 'Update payment method',

  'request-declined.subject': 'Your access request was declined',
  'request-declined.preview': 'The owner declined your request.',
  'request-declined.title': 'Hello {name}, your request was declined',
  'request-declined.title.without': 'Your request was declined',
  'request-declined.text.1':
    'The owner declined your access request. If you think this is a mistake, contact them directly.',
  'request-declined.action': 'Go to my scenes',
  'request-declined.footnote': 'You received this email because you requested access.',

  'request-granted.subject': 'You now have access to “{entityName}”',
  'request-granted.subject.without': 'Your access request was granted',
  'request-granted.preview': '{granterName} gave you access.',
  'request-granted.text.1': '{granterName} gave you access.',
  'request-granted.action': 'Open',
  'request-granted.footnote': 'You received this email because you requested access.',

  'storage-full.subject': '{Workspace} is full',
  'storage-full.preview': 'Uploads are not possible for now.',
  'storage-full.title': 'The storage of {workspace} is full',
  'storage-full.text.1':
    '{used} of {available} are in use, so uploads are not possible for now. Your scenes are not affected.',
  'storage-full.text.2': 'Delete files you no longer need, or choose a larger plan.',
  'storage-full.action': 'Free up space',

  'storage-overdue.subject.soon': 'Files in {workspace} may be deleted from {date}',
  'storage-overdue.subject.over': 'Files in {workspace} may be deleted now',
  'storage-overdue.preview': '{used} are in use, and the Free plan includes {available}.',
  'storage-overdue.title.soon': '{Workspace} has been over its storage limit for eleven months',
  'storage-overdue.title.over': '{Workspace} has been over its storage limit for a year',
  'storage-overdue.text.1': '{used} are in use, and the Free plan includes {available}.',
  'storage-overdue.text.2.soon':
    'From {date}, we may delete unused files, largest first, until the rest fits.',
  'storage-overdue.text.2.over': 'We may now delete unused files, largest first, until the rest fits.',
  'storage-overdue.text.3':
    'Delete files you no longer need, download those you want to keep, or choose a larger plan.',
  'storage-overdue.action': 'View storage',

  'storage-warning.subject': '{Workspace} is almost full',
  'storage-warning.preview': '{used} of {available} are in use.',
  'storage-warning.title': '{Workspace} has used 90% of its storage',
  'storage-warning.text.1':
    '{used} of {available} are in use. When the rest is used up, uploads are no longer possible.',
  'storage-warning.text.2': 'Delete files you no longer need, or choose a larger plan.',
  'storage-warning.action': 'View storage',

  'support.subject': 'Support request from {who}',
  'support.subject.without': 'Support request from a visitor',
  'support.title': '{who} asks for help',
  'support.title.without': 'A visitor asks for help',
  'support.text.1': 'Email: {email}',
  'support.text.2': 'User: {userId}',
  'support.text.3': 'Page: {page}',
  'support.text.4': 'Order: {order}',
  'support.text.5': 'Request: {requestId}',
  'support.action': 'Open Diorama',
  'support.footnote':
    'You received this email because you are an operator of this installation. Your reply goes to the person who asked.',
  'support.footnote.anonymous':
    'You received this email because you are an operator of this installation. The visitor left no reply address.',

  'workspace-reactivated.subject': '{Workspace} is active again',
  'workspace-reactivated.preview': 'Your scenes are unchanged.',
  'workspace-reactivated.text.1': 'Your scenes are unchanged and can be opened, edited and viewed again.',
  'workspace-reactivated.action': 'Open workspace',

  'workspace-suspended.subject': '{Workspace} is suspended',
  'workspace-suspended.preview': 'Nothing is deleted.',
  'workspace-suspended.text.1': 'Reason: {reason}',
  'workspace-suspended.text.2':
    'Its scenes cannot be opened, edited or viewed right now. Nothing is deleted.',
  'workspace-suspended.text.3': 'To reactivate it, contact support from the workspace’s page.',
  'workspace-suspended.action': 'Open workspace',
} as const;
