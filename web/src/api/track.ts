import { createListeners } from '../listeners.ts';

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

const listeners = createListeners<[event: TrackedEvent]>();

/** Pushes an event to the tag manager's queue and calls the listeners. */
export function track(event: TrackedEvent, details: TrackedDetails = {}): void {
  const page = window as { dataLayer?: object[] };
  page.dataLayer ??= [];
  page.dataLayer.push({ event, ...details });
  listeners.notify(event);
}

/** Subscribes to every event from now on. Returns the unsubscribe function. */
export const onTrack = listeners.add;
