/** Claims of Google's ID token; the server trusts only the signed token. */
export type GoogleClaims = { email: string | null; username: string | null; avatar: string | null };

const UNKNOWN: GoogleClaims = { email: null, username: null, avatar: null };

/** Decodes the claims of an ID token without verifying it; unreadable ones are `null`. */
export function claimsOf(idToken: string): GoogleClaims {
  const [, payload = ''] = idToken.split('.');
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== 'object' || claims === null) {
      return UNKNOWN;
    }
    const text = (name: string) => {
      const value: unknown = Reflect.get(claims, name);
      return typeof value === 'string' ? value : null;
    };
    return { email: text('email'), username: text('name'), avatar: text('picture') };
  } catch {
    return UNKNOWN;
  }
}
