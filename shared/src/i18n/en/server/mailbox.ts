/** English texts of the page of the local mailbox. */
export const messages = {
  title: 'Installation mailbox',
  lead: 'All emails sent by this installation arrive here. Nothing is sent to recipients.',
  list: 'Emails',
  empty: 'No emails yet. Sign up or invite someone, and the email appears here.',
  gone: 'This email is no longer available.',
  noSubject: '(no subject)',
  from: 'From',
  to: 'To',
  received: 'Received',
  attachments: 'Attachments',
  html: 'Formatted',
  text: 'Plain text',
  source: 'Download original',
  back: 'All emails',
  kept: 'The latest {mails} emails are kept.',
} as const;
