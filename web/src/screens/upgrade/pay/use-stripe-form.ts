import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '../../../hooks/use-config.ts';

/** The form once it is drawn. */
export type StripeForm = {
  stripe: Stripe;
  elements: StripeElements;
  /** Marks what is missing or wrong at its field, and says whether all of it is there. */
  check: () => Promise<boolean>;
};

/**
 * Stripe's own form in an element of ours; its script is fetched when first used.
 * @param theme - Stripe's names of light and dark
 */
export function useStripeForm(clientSecret: string, locale: 'en' | 'es', theme: 'stripe' | 'night') {
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
      const check = async () => (await elements.submit()).error === undefined && isComplete;
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
