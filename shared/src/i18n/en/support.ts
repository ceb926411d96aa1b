/** English texts of the form for questions to the operator. */
export const messages = {
  'support.title': 'Contact support',
  'support.intro':
    'Describe what you tried and what happened. The operators of this installation reply by email.',
  'support.message': 'Your question',
  'support.email': 'Your email',
  'support.email.hint': 'So we can reply to you',
  'support.context': 'Also sent: {facts}',
  'support.submit': 'Send',
  'support.sent.title': 'Question sent',
  'support.sent.text': 'We will reply by email.',
} as const;
