/** English texts of the form for questions to the operator. */
export const messages = {
  'support.title': 'Contact support',
  'support.intro':
    'Say what you tried and what happened instead. The people who run this installation answer by email.',
  'support.message': 'Your question',
  'support.email': 'Your email',
  'support.email.hint': 'So that we can answer you',
  'support.context': 'Sent along: {facts}',
  'support.submit': 'Send',
  'support.sent.title': 'Your question is on its way',
  'support.sent.text': 'The answer will come by email.',
} as const;
