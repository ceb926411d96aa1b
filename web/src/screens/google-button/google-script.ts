/** What we use of Google's script. */
export type GoogleIdentity = {
  initialize(options: { client_id: string; callback: (answer: { credential?: string }) => void }): void;
  renderButton(place: HTMLElement, options: Record<string, string | number>): void;
};

type GoogleWindow = Window & { google?: { accounts?: { id?: GoogleIdentity } } };

const SCRIPT = 'https://accounts.google.com/gsi/client';

let loading: Promise<GoogleIdentity> | null = null;

/**
 * Fetches Google's script once; it is only ever asked for where a client id is configured.
 * @throws Error when it cannot be fetched or is not what it should be
 */
export function loadGoogle(): Promise<GoogleIdentity> {
  loading ??= new Promise<GoogleIdentity>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => {
      const identity = (window as GoogleWindow).google?.accounts?.id;
      if (identity === undefined) {
        reject(new Error('Google’s script has no button'));
      } else {
        resolve(identity);
      }
    };
    script.onerror = () => reject(new Error('Google’s script could not be fetched'));
    document.head.append(script);
  });
  // A failed fetch must not be the answer for ever.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}
