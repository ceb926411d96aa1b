import { splitLanguage } from '../guards/language-of-path.ts';

/** Storage key of the shared scene that led to a sign-up. */
export const COLLAB_SCENE_KEY = 'diorama.collab-scene';
const KEY = 'diorama.after-onboarding';

type Reader = Pick<Storage, 'getItem'>;

/** Fields of a sign-up that select the page after the onboarding. */
export type SignUpContext = {
  invitation: string | null;
  collabScene: string | null;
  plan: string | null;
  toggleTrial: boolean;
};

/** Page for the carried fields, without language; an invitation takes precedence over a scene. */
export function pageAfterOnboarding({
  invitation,
  collabScene,
  plan,
  toggleTrial,
}: SignUpContext): string | null {
  if (invitation !== null) {
    return `accept-invitation/${encodeURIComponent(invitation)}`;
  }
  if (collabScene !== null) {
    return `builder/${encodeURIComponent(collabScene)}`;
  }
  return plan !== null && toggleTrial ? `home?${new URLSearchParams({ upgrade: plan })}` : null;
}

/** Stores the scene that a visitor without a session requested, in case they sign up for it. */
export function rememberCollabScene(storage: Pick<Storage, 'setItem'>, pathname: string): void {
  const scene = /^builder\/([0-9a-f-]{36})$/.exec(splitLanguage(pathname).rest)?.[1];
  if (scene !== undefined) {
    storage.setItem(COLLAB_SCENE_KEY, scene);
  }
}

/** Removes that scene: after a login, the address leads to it. */
export function forgetCollabScene(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(COLLAB_SCENE_KEY);
}

/** Stores a page for after the onboarding, across reloads; an already stored one stays. */
export function storeAfterOnboarding(storage: Storage, page: string | null): void {
  if (page !== null && readAfterOnboarding(storage) === null) {
    storage.setItem(KEY, page);
  }
}

/** Stored page, without language. */
export function readAfterOnboarding(storage: Reader): string | null {
  const page = storage.getItem(KEY);
  // Only the pages above are accepted, as other code may write to the storage.
  return page !== null && /^(accept-invitation|builder|home)[/?][^\s\\]*$/.test(page) ? page : null;
}

/** Removes the page and the scene. */
export function dropAfterOnboarding(storage: Storage): void {
  storage.removeItem(KEY);
  forgetCollabScene(storage);
}
