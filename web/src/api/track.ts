/** What analytics hear of here; nothing is loaded to hear it unless the installation configures it. */
export type TrackedEvent =
  | 'signupComplete'
  | 'login'
  | 'click_create_project'
  | 'click_create_scene_button'
  | 'click_invite_colaborate'
  | 'payComplete';

/** What some events say besides their name. */
export type TrackedDetails = Readonly<Record<string, string | number>>;

const listeners = new Set<(event: TrackedEvent) => void>();

/** Tells the tag manager's queue, and who listens, of an event. */
export function track(event: TrackedEvent, details: TrackedDetails = {}): void {
  const page = window as { dataLayer?: object[] };
  page.dataLayer ??= [];
  page.dataLayer.push({ event, ...details });
  for (const listener of listeners) {
    listener(event);
  }
}

/** Hears of every event from now on; returns its undoing. */
export function onTrack(listener: (event: TrackedEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
