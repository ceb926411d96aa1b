/** Events for analytics; no analytics code loads unless the installation configures it. */
type TrackedEvent =
  | 'signupComplete'
  | 'login'
  | 'click_create_project'
  | 'click_create_scene_button'
  | 'click_invite_colaborate'
  | 'payComplete';

/** Parameters of some events. */
type TrackedDetails = Readonly<Record<string, string | number>>;

const listeners = new Set<(event: TrackedEvent) => void>();

/** Pushes an event to the tag manager's queue and calls the listeners. */
export function track(event: TrackedEvent, details: TrackedDetails = {}): void {
  const page = window as { dataLayer?: object[] };
  page.dataLayer ??= [];
  page.dataLayer.push({ event, ...details });
  for (const listener of listeners) {
    listener(event);
  }
}

/** Subscribes to every event from now on. Returns the unsubscribe function. */
export function onTrack(listener: (event: TrackedEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
