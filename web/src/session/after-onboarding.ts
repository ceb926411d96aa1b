import { splitLanguage } from '../guards/language-of-path.ts';

/** Where a shared scene waits for its visitor to have an account. */
const COLLAB_SCENE_KEY = 'diorama.collab-scene';
const KEY = 'diorama.after-onboarding';

type Reader = Pick<Storage, 'getItem'>;

/** What a sign-up brought along that leads on once the workspace is set up. */
export type Brought = {
  invitation: string | null;
  collabScene: string | null;
  plan: string | null;
  toggleTrial: boolean;
};

/** The page that what was brought along leads to, without language; an invitation counts before a scene. */
export function pageAfterOnboarding({ invitation, collabScene, plan, toggleTrial }: Brought): string | null {
  if (invitation !== null) {
    return `accept-invitation/${encodeURIComponent(invitation)}`;
  }
  if (collabScene !== null) {
    return `builder/${encodeURIComponent(collabScene)}`;
  }
  return plan !== null && toggleTrial ? `home?${new URLSearchParams({ upgrade: plan })}` : null;
}

/** Keeps the scene that somebody without a session wanted to open, in case they sign up for it. */
export function rememberCollabScene(storage: Pick<Storage, 'setItem'>, pathname: string): void {
  const scene = /^builder\/([0-9a-f-]{36})$/.exec(splitLanguage(pathname).rest)?.[1];
  if (scene !== undefined) {
    storage.setItem(COLLAB_SCENE_KEY, scene);
  }
}

/** Forgets that scene: who signs in is led to it by the address. */
export function forgetCollabScene(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(COLLAB_SCENE_KEY);
}

/** Keeps a page for after onboarding, over reloads; one that is kept already stays. */
export function keepAfterOnboarding(storage: Storage, page: string | null): void {
  if (page !== null && readAfterOnboarding(storage) === null) {
    storage.setItem(KEY, page);
  }
}

/** The page that is kept, without language. */
export function readAfterOnboarding(storage: Reader): string | null {
  const page = storage.getItem(KEY);
  // Nothing but the pages above, whoever has written there.
  return page !== null && /^(accept-invitation|builder|home)[/?][^\s\\]*$/.test(page) ? page : null;
}

/** Forgets the page and the scene that led to it. */
export function dropAfterOnboarding(storage: Storage): void {
  storage.removeItem(KEY);
  forgetCollabScene(storage);
}
