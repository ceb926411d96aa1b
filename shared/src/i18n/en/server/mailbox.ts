/** English texts of the page of the local mailbox. */
export const messages = {
  title: 'Mailbox of this installation',
  lead: 'All mail that this installation sends arrives here. Nothing is sent to its recipients.',
  list: 'Mails',
  empty: 'No mail yet. Sign up or invite someone, and the mail appears here.',
  gone: 'This mail is not kept any more.',
  noSubject: '(no subject)',
  from: 'From',
  to: 'To',
  received: 'Received',
  attachments: 'Attachments',
  html: 'Formatted',
  text: 'Plain text',
  source: 'Download original',
  back: 'All mails',
  kept: 'The newest {mails} mails are kept.',
} as const;
