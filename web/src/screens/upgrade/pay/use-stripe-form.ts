import type { Language } from '@diorama/shared/i18n/t.ts';
import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '../../../hooks/use-config.ts';

/** Stripe error that is already shown at its own field, to avoid showing it twice. */
export const SHOWN_AT_THE_FIELD = 'invalid_number';

/** A rendered form. */
export type StripeForm = {
  stripe: Stripe;
  elements: StripeElements;
  /** Shows errors at their fields; `wrong` is an invalid card number, which needs no further message. */
  check: () => Promise<'whole' | 'incomplete' | 'wrong'>;
};

/**
 * Mounts Stripe's payment element; its script is fetched on first use.
 * @param theme - Stripe's names of light and dark
 */
export function useStripeForm(clientSecret: string, locale: Language, theme: 'stripe' | 'night') {
  const key = useConfig()?.stripeKey ?? null;
  const mount = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<StripeForm | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    let element: StripePaymentElement | null = null;
    let isWanted = true;
    const begin = async () => {
      const stripe = key === null ? null : await loadStripe(key);
      const place = mount.current;
      if (!isWanted || place === null) {
        return;
      }
      if (stripe === null) {
        setIsBroken(true);
        return;
      }
      const elements = stripe.elements({ clientSecret, locale, appearance: { theme } });
      const made = elements.create('payment');
      element = made;
      let isComplete = false;
      made.on('change', (event) => {
        isComplete = event.complete;
      });
      made.on('loaderror', () => setIsBroken(true));
      const check = async () => {
        const { error } = await elements.submit();
        if (error?.code === SHOWN_AT_THE_FIELD) {
          return 'wrong';
        }
        return error === undefined && isComplete ? 'whole' : 'incomplete';
      };
      made.on('ready', () => setForm({ stripe, elements, check }));
      made.mount(place);
    };
    begin().catch(() => setIsBroken(true));
    return () => {
      isWanted = false;
      element?.destroy();
    };
  }, [key, clientSecret, locale, theme]);
  return { mount, form, isBroken };
}
