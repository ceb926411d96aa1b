/** Used part of Google's script. */
export type GoogleIdentity = {
  initialize(options: { client_id: string; callback: (answer: { credential?: string }) => void }): void;
  renderButton(place: HTMLElement, options: Record<string, string | number>): void;
};

type GoogleWindow = Window & { google?: { accounts?: { id?: GoogleIdentity } } };

const SCRIPT = 'https://accounts.google.com/gsi/client';

/** Longest wait for the script; without an alert, a blocked network would leave an empty place. */
const PATIENCE_MS = 10_000;

let loading: Promise<GoogleIdentity> | null = null;

/**
 * Fetches Google's script once; called only where a client id is configured.
 * @throws Error when it cannot be fetched or has another interface
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
    setTimeout(() => reject(new Error('Google’s script does not arrive')), PATIENCE_MS);
    document.head.append(script);
  });
  // A failed fetch is not cached.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}
