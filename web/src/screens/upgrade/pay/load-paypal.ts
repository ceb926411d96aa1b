/** Used part of PayPal's script; the server's token identifies the approved order. */
export type PayPalButtons = { render: (place: HTMLElement) => Promise<void>; close?: () => Promise<void> };
type PayPal = {
  Buttons: (
    options: ({ createOrder: () => string } | { createVaultSetupToken: () => string }) & {
      onClick?: (
        data: unknown,
        actions: { resolve: () => unknown; reject: () => unknown },
      ) => Promise<unknown>;
      onApprove: () => void;
      onError: (error: unknown) => void;
    },
  ) => PayPalButtons;
};

/** Loads PayPal's script once per page. */
export function loadPayPal(clientId: string, currency: string): Promise<PayPal> {
  const page = window as { paypal?: PayPal };
  if (page.paypal !== undefined) {
    return Promise.resolve(page.paypal);
  }
  const query = new URLSearchParams({ 'client-id': clientId, currency, intent: 'capture', vault: 'true' });
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://www.paypal.com/sdk/js?${query}`;
    script.onload = () =>
      page.paypal === undefined ? reject(new Error('PayPal is not there')) : resolve(page.paypal);
    script.onerror = () => reject(new Error('PayPal could not be loaded'));
    document.head.append(script);
  });
}
