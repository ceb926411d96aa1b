/** What analytics hear of here; nothing is loaded to hear it unless the installation configures it. */
export type TrackedEvent =
  | 'signupComplete'
  | 'login'
  | 'click_create_project'
  | 'click_create_scene_button'
  | 'click_invite_colaborate';

/** Tells the tag manager's queue of an event. */
export function track(event: TrackedEvent): void {
  const page = window as { dataLayer?: { event: string }[] };
  page.dataLayer ??= [];
  page.dataLayer.push({ event });
}
