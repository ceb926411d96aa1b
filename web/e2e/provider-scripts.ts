import type { Page } from '@playwright/test';

/** Calls that the open page made to Stripe's script. */
export type SeenByStripe = {
  drawn: { key: string; clientSecret: string; locale: string; theme: string }[];
  confirmed: { kind: 'payment' | 'setup'; redirect: string; returnUrl: string | null }[];
};
/** Stripe's answer to a confirmation. */
export type StripeAnswer = { error?: { type: string; code: string; message: string } };

/** Address of Stripe's script, with the version that its package requests. */
const STRIPE_SCRIPT = /^https:\/\/js\.stripe\.com\/([^/]+)\/stripe\.js/;
const PAYPAL_SCRIPT = 'https://www.paypal.com/sdk/js?**';

/**
 * Serves a script in place of Stripe's: one field that takes sixteen digits and shows its own errors, like Stripe's. A
 * confirmation waits for its answer.
 */
export async function serveStripe(page: Page) {
  const seen: SeenByStripe = { drawn: [], confirmed: [] };
  // The confirmation and its answer wait for each other, in either order.
  const turns: PromiseWithResolvers<StripeAnswer>[] = [];
  const turnOf = (index: number) => {
    turns[index] ??= Promise.withResolvers();
    return turns[index];
  };
  let answered = 0;
  await page.exposeFunction('stripeDrew', (one: SeenByStripe['drawn'][number]) => {
    seen.drawn.push(one);
  });
  await page.exposeFunction('stripeConfirms', (one: SeenByStripe['confirmed'][number]) => {
    return turnOf(seen.confirmed.push(one) - 1).promise;
  });
  await page.route(STRIPE_SCRIPT, (route) => {
    const [, version = ''] = STRIPE_SCRIPT.exec(route.request().url()) ?? [];
    return route.fulfill({ contentType: 'text/javascript', body: stripeScript(version) });
  });
  return {
    seen,
    answer: (answer: StripeAnswer) => {
      turnOf(answered).resolve(answer);
      answered += 1;
    },
  };
}

/**
 * Serves a script in place of PayPal's, whose buttons approve or fail at once.
 * @param approve - called with the token of the approved order
 * @returns the tokens with which the PayPal window was opened
 */
export async function servePayPal(page: Page, approve: (token: string) => void): Promise<string[]> {
  const opened: string[] = [];
  await page.exposeFunction('payPalApproves', (token: string) => {
    opened.push(token);
    approve(token);
  });
  await page.route(PAYPAL_SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: PAYPAL }));
  return opened;
}

const stripeScript = (version: string) => `(() => {
  const INVALID = 'Your card number is invalid.';
  const INCOMPLETE = 'Your card number is incomplete.';
  const isGood = (digits) => digits.length === 16 && !digits.endsWith('1');
  window.Stripe = (key) => ({
    elements({ clientSecret, locale, appearance }) {
      stripeDrew({ key, clientSecret, locale, theme: appearance.theme });
      const listeners = {};
      const label = document.createElement('label');
      const input = document.createElement('input');
      const problem = document.createElement('p');
      label.append('Number in Stripe’s frame', document.createElement('br'), input);
      const digits = () => input.value.replaceAll(' ', '');
      input.oninput = () => {
        problem.textContent = '';
        listeners.change?.({ complete: isGood(digits()) });
      };
      return {
        create: () => ({
          on: (name, listener) => { listeners[name] = listener; },
          mount: (place) => { place.append(label, problem); listeners.ready?.({}); },
          destroy: () => { label.remove(); problem.remove(); },
        }),
        async submit() {
          const isWhole = digits().length === 16;
          problem.textContent = isGood(digits()) ? '' : isWhole ? INVALID : INCOMPLETE;
          return isGood(digits()) ? {} : { error: { type: 'validation_error', message: problem.textContent,
            code: isWhole ? 'invalid_number' : 'incomplete_number' } };
        },
      };
    },
    confirmPayment: ({ redirect, confirmParams }) =>
      stripeConfirms({ kind: 'payment', redirect, returnUrl: confirmParams?.return_url ?? null }),
    confirmSetup: ({ redirect, confirmParams }) =>
      stripeConfirms({ kind: 'setup', redirect, returnUrl: confirmParams?.return_url ?? null }),
  });
  window.Stripe.version = ${JSON.stringify(version)};
})()`;

const PAYPAL = `window.paypal = {
  Buttons: ({ onClick, createOrder, createVaultSetupToken, onApprove, onError }) => {
    const drawn = [];
    const draw = (place, name, press) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name;
      button.onclick = async () => {
        let isOpen = true;
        await onClick?.({}, { resolve: () => { isOpen = true; }, reject: () => { isOpen = false; } });
        if (isOpen) { await press(); }
      };
      place.append(button);
      drawn.push(button);
    };
    return {
      async render(place) {
        draw(place, 'PayPal says yes', async () => {
          await payPalApproves((createOrder ?? createVaultSetupToken)());
          onApprove();
        });
        draw(place, 'PayPal says no', () => onError(new Error('no')));
      },
      async close() { for (const button of drawn) { button.remove(); } },
    };
  },
}`;
