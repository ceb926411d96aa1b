import { expect, test } from 'vitest';
import { paypalMessage } from './paypal-buttons.tsx';

const refused = (body: object) =>
  new Error(
    `https://api.example/v2/checkout/orders/1 returned status 422 (Corr ID: f1).\n\n${JSON.stringify(body)}`,
  );

test.each([
  ['a plain error', new Error('Detected popup close'), 'Detected popup close'],
  ['an error from another frame', { message: 'Window closed' }, 'Window closed'],
  ['a string', 'No funding source', 'No funding source'],
  [
    'a rejected call with details',
    refused({
      name: 'UNPROCESSABLE_ENTITY',
      message: 'The requested action could not be performed.',
      details: [{ issue: 'INSTRUMENT_DECLINED', description: 'The instrument presented was declined.' }],
    }),
    'The instrument presented was declined.',
  ],
  [
    'a rejected call without details',
    refused({ name: 'INTERNAL', message: 'An internal service error has occurred.' }),
    'An internal service error has occurred.',
  ],
  ['a message with a brace that is not JSON', new Error('Bad template {x\nat line 1'), 'Bad template {x'],
  ['an error without a message', new Error(''), null],
  ['nothing', undefined, null],
])('paypalMessage returns the text of %s', (_name, error, expected) => {
  expect(paypalMessage(error)).toBe(expected);
});

test('paypalMessage truncates a long message', () => {
  expect(paypalMessage('x'.repeat(5_000))).toHaveLength(300);
});
