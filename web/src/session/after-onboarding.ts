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
  storage.removeItem(COLLAB_SCENE_KEY);
}
