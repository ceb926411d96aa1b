/**
 * English texts of mails, by part and number of the paragraph.
 * - A key may end in a variant of the mail, such as the outcome of a payment.
 * - A key with `without` replaces a text with a placeholder that has no value. A paragraph without one is left out.
 * - `{Name}` is `{name}` with a capital letter.
 * - A mail without a title shows its subject as the title, and one without a footnote that of the owner.
 */
export const messages = {
  'unnamed.person': 'Somebody',
  'unnamed.workspace': 'your workspace',
  'unnamed.scene': 'a scene',
  'unnamed.friend': 'a friend',
  'owner.footnote': 'You get this mail because you own {workspace}.',

  'access-request.subject': '{personName} asks for access to “{entityName}”',
  'access-request.subject.without': '{personName} asks for access to what is yours',
  'access-request.preview': '{email} opened it and may not see it.',
  'access-request.preview.unconfirmed':
    'Somebody who gave the address {email}, but has not confirmed it, opened it and may not see it.',
  'access-request.text.1':
    '{email} opened it and may not see it. You decide whether they may, and what they may do there.',
  'access-request.text.1.unconfirmed':
    'Somebody who gave the address {email}, but has not confirmed it, opened it and may not see it. You decide whether they may, and what they may do there.',
  'access-request.text.2': 'If you do not answer, nothing changes.',
  'access-request.action': 'Answer',
  'access-request.footnote':
    'You get this mail because it belongs to your workspace. The same person asks at most once a day.',

  'card-expires.subject': 'Your card ending in {last4} expires soon',
  'card-expires.preview': 'Please add another one, so that {workspace} keeps its plan.',
  'card-expires.title': 'Your card expires soon',
  'card-expires.text.1':
    'The card ending in {last4}, which pays for {workspace}, expires at the end of {month}. The plan is renewed on {renews}.',
  'card-expires.text.2': 'Please add another card and make it the default, so that the plan goes on.',
  'card-expires.action': 'Change how you pay',

  'comment-digest.subject.one': 'New comment on {scenes}',
  'comment-digest.subject.other': '{count} new comments on {scenes}',
  'comment-digest.subject.without.one': 'New comment',
  'comment-digest.subject.without.other': '{count} new comments',
  'comment-digest.title.one': 'Somebody commented',
  'comment-digest.title.other': '{count} new comments',
  'comment-digest.remark': '{author} commented on “{scene}”: “{quote}”',
  'comment-digest.reply': '{author} replied on “{scene}”: “{quote}”',
  'comment-digest.text.1': 'And {more} more.',
  'comment-digest.action.one': 'Open the comment',
  'comment-digest.action.other': 'Open the comments',
  'comment-digest.footnote':
    'You get this mail because the scene is yours, or because you spoke in the thread.',

  'comment-mention.subject': '{author} mentioned you in {scene}',
  'comment-mention.subject.without': '{author} mentioned you in a scene',
  'comment-mention.title': '{author} mentioned you',
  'comment-mention.text.1': 'In a comment on “{scene}”:',
  'comment-mention.text.1.without': 'In a comment on a scene.',
  'comment-mention.text.2': '“{quote}”',
  'comment-mention.action': 'Open the comment',
  'comment-mention.footnote':
    'You get this mail because somebody who works on this scene with you mentioned you.',

  'confirm.subject': 'Welcome to Diorama: confirm your address',
  'confirm.preview': 'One click, and your account is complete.',
  'confirm.title': 'Welcome to Diorama',
  'confirm.text.1':
    'Your workspace is ready: begin with an empty scene or a template, share it with a link, and see it in your room with a phone.',
  'confirm.text.2':
    'Please confirm that this address is yours, so that you can always get back into your account.',
  'confirm.action': 'Confirm my address',
  'confirm.footnote': 'If you did not sign up, somebody mistyped their address: ignore this mail.',

  'email-change.subject': 'Confirm your new address for Diorama',
  'email-change.preview': 'The link works once, within the next hour.',
  'email-change.title': 'Is this your new address?',
  'email-change.text.1':
    'You asked to sign in with this address from now on. The link works once, within the next hour; until you open it nothing changes.',
  'email-change.action': 'Use this address',
  'email-change.footnote': 'If you did not ask for this, ignore this mail.',

  'email-changed.subject': 'Your address for Diorama has changed',
  'email-changed.preview': 'From now on you sign in with another address.',
  'email-changed.title': 'Hello {name}, your address has changed',
  'email-changed.title.without': 'Your address has changed',
  'email-changed.text.1': 'From now on you sign in with {email}. Mails from Diorama go there as well.',
  'email-changed.text.2': 'If this was not you, write to our support at once.',
  'email-changed.action': 'Open Diorama',
  'email-changed.footnote': 'You get this mail because this was the address of your account.',

  'export-ready.subject': 'Your data from Diorama is ready',
  'export-ready.preview': 'The link works for seven days.',
  'export-ready.title': 'Hello {name}, here is your data',
  'export-ready.title.without': 'Here is your data',
  'export-ready.text.1':
    'Your profile, your workspaces, the documents of your scenes and the files you uploaded are in one archive of {size}.',
  'export-ready.text.2':
    'The link works for seven days. Whoever has it can download the archive, so keep it to yourself.',
  'export-ready.action': 'Download my data',
  'export-ready.footnote': 'You get this mail because you asked for your data on your profile.',

  'workspace-export-ready.subject': 'The archive of your workspace is ready',
  'workspace-export-ready.preview': 'The link works for seven days.',
  'workspace-export-ready.title': 'Hello {name}, here is your workspace',
  'workspace-export-ready.title.without': 'Here is your workspace',
  'workspace-export-ready.text.1':
    'The archive of {workspace} has {size}. It holds its scenes with their versions and comments, its files and its settings, and can be imported into any installation of Diorama.',
  'workspace-export-ready.text.2':
    'The link works for seven days. Whoever has it can download the archive, so keep it to yourself.',
  'workspace-export-ready.action': 'Download the archive',
  'workspace-export-ready.footnote': 'You get this mail because you exported a workspace in its settings.',

  'invitation.subject.compositions': '{inviterName} invites you to the scene “{entityName}”',
  'invitation.subject.compositions.without': '{inviterName} invites you to a scene',
  'invitation.subject.projects': '{inviterName} invites you to the project “{entityName}”',
  'invitation.subject.projects.without': '{inviterName} invites you to a project',
  'invitation.subject.accounts': '{inviterName} invites you to the workspace “{entityName}”',
  'invitation.subject.accounts.without': '{inviterName} invites you to a workspace',
  'invitation.preview': '{may} The invitation holds for seven days.',
  'invitation.may.edit': 'As an editor you can change it together with the others.',
  'invitation.may.view': 'As a viewer you can look around and comment.',
  'invitation.may.admin': 'As an admin you can do everything there but pay for it.',
  'invitation.may.guest': 'As a guest you see what is shared with you.',
  'invitation.text.1': 'And to {others} more.',
  'invitation.text.2': '{may}',
  'invitation.text.3':
    'Diorama is a studio for 3D scenes in the browser. If you have no account yet, you make one on the way; it is free.',
  'invitation.text.4': 'The invitation holds for seven days.',
  'invitation.action': 'See the invitation',
  'invitation.footnote':
    'You get this mail because {inviterName} entered your address. If you do not know them, ignore it: nothing happens.',

  'invitation-accepted.subject': '{personName} has joined “{entityName}”',
  'invitation-accepted.subject.without': '{personName} has joined what you share',
  'invitation-accepted.preview': '{email} has accepted your invitation.',
  'invitation-accepted.text.1': '{email} has accepted your invitation.',
  'invitation-accepted.action': 'See who is in',
  'invitation-accepted.footnote': 'You get this mail because you sent the invitation.',

  'order-held.subject': 'An order waits for you',
  'order-held.preview': '{reason}',
  'order-held.workspace': 'A workspace',
  'order-held.reason.amount': 'That is not what was ordered. Let it count, or give it back.',
  'order-held.reason.price':
    'It was for a price that is not sold any more. Give a plan for it, or give it back.',
  'order-held.reason.refund':
    'Another order took its place, and the provider has refused twenty times to give it back. Look at the payment on its pages.',
  'order-held.text.1': '{workspace} has paid {taken}.',
  'order-held.text.2': '{reason}',
  'order-held.text.3': 'Order: {order}',
  'order-held.action': 'See what waits',
  'order-held.footnote': 'You get this mail because you run this installation.',

  'overflow.subject': '{personName} cannot go on with {sceneName}',
  'overflow.preview.overflown': '{Workspace} holds more than its plan allows.',
  'overflow.preview.full': '{Workspace} has hardly any storage left.',
  'overflow.title': '{personName} asks you to make room',
  'overflow.text.1.overflown':
    '{personName} works on {sceneName} in {workspace}, which holds more than its plan allows. Until there is room again, nobody can change its scenes.',
  'overflow.text.1.full':
    '{personName} works on {sceneName} in {workspace}, which has hardly any storage left. Until there is room again, files may not fit into it.',
  'overflow.text.2': 'Delete files you no longer need, or choose a plan with more room.',
  'overflow.action': 'Make room',
  'overflow.footnote': 'You get this mail, at most once a day, because you own {workspace}.',

  'password-changed.subject': 'Your password for Diorama has changed',
  'password-changed.preview': 'Other browsers have been signed out.',
  'password-changed.title': 'Hello {name}, your password has changed',
  'password-changed.title.without': 'Your password has changed',
  'password-changed.text.1':
    'The password of your account has just been changed, and other browsers have been signed out.',
  'password-changed.text.2': 'If this was not you, choose a new password right away.',
  'password-changed.action': 'Choose a new password',
  'password-changed.footnote': 'If you changed it yourself, there is nothing to do.',

  'password-reset.subject': 'Choose a new password for Diorama',
  'password-reset.preview': 'The link works once, within the next hour.',
  'password-reset.title': 'Hello {name}, choose a new password',
  'password-reset.title.without': 'Choose a new password',
  'password-reset.text.1':
    'Somebody, hopefully you, asked to set a new password. The link works once, within the next hour.',
  'password-reset.action': 'Choose a new password',
  'password-reset.footnote': 'If you did not ask for this, ignore this mail: your password stays as it is.',

  'payment-held.subject': 'We are looking at your payment',
  'payment-held.preview': 'There is nothing to do and no need to pay again. We write to you either way.',
  'payment-held.text.1.amount':
    '{taken} arrived for {workspace}, which is not what was ordered. Somebody of us decides whether you get your plan or your money back.',
  'payment-held.text.1.price':
    '{taken} arrived for {workspace}, for a price that is not sold any more. Somebody of us gives you a plan for it.',
  'payment-held.text.1.refund':
    '{taken} arrived for {workspace} that is to go back to you, and your means of payment does not take it. Somebody of us finds another way.',
  'payment-held.text.2': 'There is nothing to do and no need to pay again. We write to you either way.',
  'payment-held.text.3': 'Order: {order}',
  'payment-held.action': 'See your billing',

  'plan-ended.subject': '{Workspace} is on Free now',
  'plan-ended.preview': 'Your scenes are as you left them.',
  'plan-ended.title': 'Your plan has ended',
  'plan-ended.text.1':
    '{Workspace} is on Free now. Your scenes are as you left them and can be seen as before.',
  'plan-ended.text.2':
    'If they are more than Free has room for, they cannot be changed until there is room again or you choose a plan.',
  'plan-ended.action': 'Choose a plan',

  'receipt.subject': 'Your receipt for Diorama {plan}',
  'receipt.preview': 'Invoice {number}: {total}.',
  'receipt.title.active': 'Thank you for your payment',
  'receipt.title.waiting': 'Thank you for your payment',
  'receipt.title.returned': 'Your payment comes back to you',
  'receipt.title.free': '{plan} is active',
  'receipt.text.1.active': 'We received {total} for {plan} in {workspace}. The plan is active.',
  'receipt.text.1.waiting': 'We received {total} for {plan} in {workspace}. The plan is being activated.',
  'receipt.text.1.returned':
    'We received {total} for {plan} in {workspace}, and it was not needed any more: the plan was paid already, or cancelled. We give back all of it.',
  'receipt.text.1.free': 'Nothing was charged for {plan} in {workspace}. The plan is active.',
  'receipt.text.2': 'The code {code} took {amount} off. Renewals are at the full price.',
  'receipt.text.3': 'Invoice {number} is attached as a PDF. It is also in the billing of your workspace.',
  'receipt.action': 'See your invoices',

  'referral.subject': '{referrerName} invites you to Diorama',
  'referral.preview': 'Make 3D scenes, share them, and see them in augmented reality.',
  'referral.title': '{referrerName} would like you to try Diorama',
  'referral.text.1':
    'Diorama is a studio in the browser: arrange models and lights, work on a scene together, and put it into the room around you with a phone.',
  'referral.text.2': 'It is free to begin with.',
  'referral.action': 'Create my workspace',
  'referral.footnote':
    'You get this mail because {referrerName} entered your address. If you do not sign up, we will not write again.',

  'referral-joined.subject': '{FriendName} has joined Diorama',
  'referral-joined.preview': 'Your workspace has {bonus} more storage.',
  'referral-joined.preview.without': 'Thank you for the invitation.',
  'referral-joined.title': 'Hello {name}, {friendName} has joined',
  'referral-joined.title.without': '{FriendName} has joined',
  'referral-joined.text.1':
    'Thank you. Your workspace has {bonus} more storage, {earned} from friends in all.',
  'referral-joined.text.1.without':
    'Thank you. Your friends have earned {earned} already, which is the most there is.',
  'referral-joined.action': 'See my friends',
  'referral-joined.footnote': 'You get this mail because you invited them.',

  'refund.subject': 'Your refund of {total}',
  'refund.preview': 'Credit note {number}.',
  'refund.title': 'Your money is on its way back',
  'refund.text.1':
    'We gave back {total} of what was paid for {plan} in {workspace}. It can take some days until your bank shows it.',
  'refund.text.2': 'Credit note {number} is attached as a PDF. It is also in the billing of your workspace.',
  'refund.action': 'See your invoices',

  'renewal-failed.subject': 'We could not renew {plan}',
  'renewal-failed.preview': 'Please look at how {workspace} pays.',
  'renewal-failed.text.1':
    'The payment for {workspace} did not go through. The card may have expired, or no card is stored.',
  'renewal-failed.text.2':
    'We will try again on {next}. Unless it is paid, {workspace} moves to Free on {ends}.',
  'renewal-failed.text.2.without':
    'We will not try again by ourselves. Unless it is paid, {workspace} moves to Free on {ends}.',
  'renewal-failed.text.3':
    'Add another card, or choose another default, and we try again at once. You can also pay there now.',
  'renewal-failed.action': 'Change how you pay',

  'request-declined.subject': 'Your request for access was declined',
  'request-declined.preview': 'The owner has decided against it.',
  'request-declined.title': 'Hello {name}, your request was declined',
  'request-declined.title.without': 'Your request was declined',
  'request-declined.text.1':
    'The owner of what you asked to see has decided against it. If you think that is a mistake, ask them directly.',
  'request-declined.action': 'Go to my scenes',
  'request-declined.footnote': 'You get this mail because you asked for access.',

  'request-granted.subject': 'You can open “{entityName}” now',
  'request-granted.subject.without': 'You can open what you asked for now',
  'request-granted.preview': '{granterName} has let you in.',
  'request-granted.text.1': '{granterName} has let you in.',
  'request-granted.action': 'Open it',
  'request-granted.footnote': 'You get this mail because you asked for access.',

  'storage-full.subject': '{Workspace} is full',
  'storage-full.preview': 'Nothing more can be uploaded for now.',
  'storage-full.title': 'The storage of {workspace} is full',
  'storage-full.text.1':
    '{used} of {available} are in use, so nothing more can be uploaded for now. Your scenes stay as they are.',
  'storage-full.text.2': 'Delete files you no longer need, or choose a plan with more room.',
  'storage-full.action': 'Make room',

  'storage-overdue.subject.soon': 'Files of {workspace} may be deleted from {date} on',
  'storage-overdue.subject.over': 'Files of {workspace} may be deleted now',
  'storage-overdue.preview': '{used} are in use, and the Free plan has {available}.',
  'storage-overdue.title.soon': '{Workspace} has been over its storage for eleven months',
  'storage-overdue.title.over': '{Workspace} has been over its storage for a year',
  'storage-overdue.text.1': '{used} are in use, and the Free plan has {available}.',
  'storage-overdue.text.2.soon':
    'From {date} on we may delete files that nothing uses, the largest first, until the rest fits.',
  'storage-overdue.text.2.over':
    'We may now delete files that nothing uses, the largest first, until the rest fits.',
  'storage-overdue.text.3':
    'Delete what you no longer need, download what you want to keep, or choose a plan with more room.',
  'storage-overdue.action': 'Look at my storage',

  'storage-warning.subject': '{Workspace} is almost full',
  'storage-warning.preview': '{used} of {available} are in use.',
  'storage-warning.title': '{Workspace} has used 90% of its storage',
  'storage-warning.text.1':
    '{used} of {available} are in use. Once the rest is used up, nothing more can be uploaded.',
  'storage-warning.text.2': 'Delete files you no longer need, or choose a plan with more room.',
  'storage-warning.action': 'Look at my storage',

  'support.subject': 'Support: a question from {who}',
  'support.subject.without': 'Support: a question from a visitor',
  'support.title': '{who} asks for help',
  'support.title.without': 'A visitor asks for help',
  'support.text.1': 'Email: {email}',
  'support.text.2': 'User: {userId}',
  'support.text.3': 'Page: {page}',
  'support.text.4': 'Order: {order}',
  'support.text.5': 'Request: {requestId}',
  'support.action': 'Open Diorama',
  'support.footnote':
    'You get this mail because you run this installation. An answer goes to the person who asked.',
  'support.footnote.anonymous':
    'You get this mail because you run this installation. The visitor left no address to answer to.',

  'workspace-reactivated.subject': '{Workspace} is active again',
  'workspace-reactivated.preview': 'Its scenes are as you left them.',
  'workspace-reactivated.text.1':
    'Its scenes are as you left them, and can be opened, changed and visited again.',
  'workspace-reactivated.action': 'Open the workspace',

  'workspace-suspended.subject': '{Workspace} is suspended',
  'workspace-suspended.preview': 'Nothing is deleted.',
  'workspace-suspended.text.1': 'The reason: {reason}',
  'workspace-suspended.text.2':
    'Its scenes cannot be opened, changed or visited at the moment. Nothing is deleted.',
  'workspace-suspended.text.3': 'To reactivate it, contact our support on the page of the workspace.',
  'workspace-suspended.action': 'Open the workspace',
} as const;
